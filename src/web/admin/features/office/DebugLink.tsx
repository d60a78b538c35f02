import { useState } from "react";
import type { Endpoint } from "#contract/endpoint.ts";
import { headOfficeEndpoints } from "#contract/head-office/endpoints.ts";
import { confirm } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { useAdminStores } from "../../AdminStores.ts";
import { officeMessages } from "../../officeMessages.ts";
import { attempt } from "../../parts/attempt.ts";
import { chinaMoment } from "../../parts/chinaMoment.ts";
import { copyText } from "../../parts/copyText.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import styles from "./DebugLink.module.css";

const words = officeMessages.debug;

type DataOf<E> = E extends Endpoint<infer Types> ? Types["data"] : never;
type SignedLink = DataOf<typeof headOfficeEndpoints.createDebugLink>;

/** Makes a link that opens the developers' console for an hour, and shows it to be copied. */
export function DebugLink() {
  const { api } = useAdminStores();
  const [link, setLink] = useState<SignedLink | null>(null);
  const create = async () => {
    if (!(await confirm({ title: words.title, message: words.text, confirmText: words.confirm }))) return;
    await attempt(async () => setLink(await api.call(headOfficeEndpoints.createDebugLink)));
  };
  return (
    <>
      <Button look="ghost" onPress={() => void create()}>
        {words.open}
      </Button>
      {link !== null && (
        <Dialog
          title={words.done}
          onClose={() => setLink(null)}
          footer={<Button onPress={() => void copyText(link.url)}>{words.copy}</Button>}
        >
          <p className={styles.url}>{link.url}</p>
          <p>{words.until(chinaMoment(link.expires_at))}</p>
        </Dialog>
      )}
    </>
  );
}
