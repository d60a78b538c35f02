import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { useStore } from "../../../app/useStores.ts";
import { userStore } from "../../auth/UserStore.ts";
import { profileMessages } from "../messages.ts";
import styles from "../ProfilePage.module.css";
import { useConsentForPhone } from "../useConsentForPhone.ts";
import { BindPhoneSheet } from "./BindPhoneSheet.tsx";

/**
 * Prompt where orders are missing: a customer without a phone number may have ordered with one. Binding it
 * merges both accounts and stays on this page; `onBound` refetches its content. `text` gives another reason.
 */
export const BindPhonePrompt = observer(function BindPhonePrompt({
  onBound,
  text = profileMessages.bindOffer,
}: {
  onBound: () => void;
  text?: string;
}) {
  const store = useStore(userStore);
  const [isOpen, setIsOpen] = useState(false);
  const askConsent = useConsentForPhone();
  const { user } = store;
  const isKnown = user !== undefined;
  useEffect(() => {
    if (isKnown) return;
    store.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the customer failed", error);
    });
  }, [store, isKnown]);
  if (user === undefined || user.phone !== null) return null;
  return (
    <div className={styles.offer}>
      <p>{text}</p>
      <Button variant="plain" onPress={() => askConsent(() => setIsOpen(true))}>
        {profileMessages.bindPhone}
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
