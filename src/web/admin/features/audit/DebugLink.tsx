import { Button } from "antd";
import { useState } from "react";
import type { Endpoint } from "#contract/endpoint.ts";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStores } from "../../app/AdminStores.ts";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { copyText } from "../../ui/copyText.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { confirm } from "../../ui/notify.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import styles from "./DebugLink.module.css";

const messages = staffPageMessages.debug;

type EndpointData<E> = E extends Endpoint<infer Types> ? Types["data"] : never;
type SignedLink = EndpointData<typeof adminEndpoints.createDebugLink>;

/** Creates a link that opens the developer console for an hour, and shows it for copying. */
export function DebugLink() {
  const { api } = useAdminStores();
  const [link, setLink] = useState<SignedLink | null>(null);
  const create = async () => {
    if (!(await confirm({ title: messages.title, message: messages.text, confirmText: messages.confirm })))
      return;
    await runWithToast(async () => setLink(await api.call(adminEndpoints.createDebugLink)));
  };
  return (
    <>
      <Button type="link" onClick={() => void create()}>
        {messages.open}
      </Button>
      {link !== null && (
        <Dialog
          title={messages.done}
          onClose={() => setLink(null)}
          footer={
            <Button type="primary" onClick={() => void copyText(link.url)}>
              {messages.copy}
            </Button>
          }
        >
          <p className={styles.url}>{link.url}</p>
          <p>{messages.until(formatTimestamp(link.expires_at))}</p>
        </Dialog>
      )}
    </>
  );
}
