import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { messages } from "../messages.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./BindPhoneOffer.module.css";
import { BindPhoneSheet } from "./BindPhoneSheet.tsx";

const words = messages.profile;

/**
 * Where orders are missing: a customer without a phone number may have ordered by one. Binding it makes one of both
 * accounts and stays on this page; `onBound` fetches what it shows anew.
 */
export const BindPhoneOffer = observer(function BindPhoneOffer({ onBound }: { onBound: () => void }) {
  const store = useStore(userStore);
  const [isOpen, setIsOpen] = useState(false);
  const { user } = store;
  const isKnown = user !== undefined;
  useEffect(() => {
    if (isKnown) return;
    store.load().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the customer failed", error);
    });
  }, [store, isKnown]);
  if (user === undefined || user.phone !== null) return null;
  return (
    <div className={styles.offer}>
      <p className={styles.text}>{words.bindOffer}</p>
      <Button look="plain" onPress={() => setIsOpen(true)}>
        {words.bindPhone}
      </Button>
      <BindPhoneSheet
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onDone={() => {
          setIsOpen(false);
          onBound();
        }}
      />
    </div>
  );
});
