import { useState } from "react";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { LoginForm } from "#web/shared/login/LoginForm.tsx";
import { useLoginForm } from "#web/shared/login/useLoginForm.ts";
import { BottomSheet } from "#web/shared/ui/Sheet.tsx";
import { accountMessages as messages } from "../accountMessages.ts";
import { CurrentPhoneForm } from "../features/user/OldPhoneForm.tsx";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./ProfilePage.module.css";
import { useFormDraft } from "./useFormDraft.ts";

interface ChangePhoneSheetProps {
  /** The number that the account has, masked. */
  phone: string;
  open: boolean;
  onClose: () => void;
  /** The account has another number, and its other sessions have ended. */
  onDone: () => void;
}

/** Changes the number of an account in two steps: the old one is proved first, then the new one. */
export function ChangePhoneSheet({ phone, open, onClose, onDone }: ChangePhoneSheetProps) {
  return (
    <BottomSheet open={open} onClose={onClose} title={messages.change}>
      <Steps phone={phone} onDone={onDone} />
    </BottomSheet>
  );
}

function Steps({ phone, onDone }: { phone: string; onDone: () => void }) {
  const user = useStore(userStore);
  const [isProved, setIsProved] = useState(false);
  const prove = async (code: string) => {
    await user.proveOldPhone(code);
    setIsProved(true);
  };
  if (!isProved) return <CurrentPhoneForm phone={phone} sendCode={user.sendOldPhoneCode} onVerify={prove} />;
  return <NewPhone onDone={onDone} onExpired={() => setIsProved(false)} />;
}

function NewPhone({ onDone, onExpired }: { onDone: () => void; onExpired: () => void }) {
  const user = useStore(userStore);
  const draft = useFormDraft("phoneBinding", "");
  const form = useLoginForm({
    phone: { value: draft.value, onChange: draft.change },
    sendCode: user.sendCode,
    login: async ({ phone, code }) => {
      try {
        await user.bindPhone(phone, code);
      } catch (error) {
        if (error instanceof ApiError && error.code === "old_phone_required") onExpired();
        throw error;
      }
      draft.clear();
    },
    resultMessages: { done: messages.changed, failed: messages.changeFailed },
    onDone,
  });
  return (
    <>
      <p className={styles.hint}>{messages.newPhoneHint}</p>
      <LoginForm form={form} submit={messages.change} />
    </>
  );
}
