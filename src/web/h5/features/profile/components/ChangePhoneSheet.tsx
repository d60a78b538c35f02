import { useState } from "react";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { LoginForm } from "#web/lib/login/LoginForm.tsx";
import { useLoginForm } from "#web/lib/login/useLoginForm.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { useFormDraft } from "../../../app/useFormDraft.ts";
import { useStore } from "../../../app/useStores.ts";
import { userStore } from "../../auth/UserStore.ts";
import { accountMessages as messages } from "../messages.ts";
import styles from "../ProfilePage.module.css";
import { CurrentPhoneForm } from "./CurrentPhoneForm.tsx";

interface ChangePhoneSheetProps {
  /** The account's current number, masked. */
  phone: string;
  open: boolean;
  onClose: () => void;
  /** Called when the account has a new number, and its other sessions have ended. */
  onDone: () => void;
}

/** Changes the number of an account in two steps: the old one is verified first, then the new one. */
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
