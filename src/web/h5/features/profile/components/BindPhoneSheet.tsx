import { LoginForm } from "#web/lib/login/LoginForm.tsx";
import { useLoginForm } from "#web/lib/login/useLoginForm.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { useFormDraft } from "../../../app/useFormDraft.ts";
import { useStore } from "../../../app/useStores.ts";
import { userStore } from "../../auth/UserStore.ts";
import { profileMessages } from "../messages.ts";
import styles from "../ProfilePage.module.css";

interface BindPhoneSheetProps {
  open: boolean;
  onClose: () => void;
  /** Called when the number is bound; an account that had it has been merged with this one. */
  onDone: () => void;
}

/** Binds a phone number by its code. */
export function BindPhoneSheet({ open, onClose, onDone }: BindPhoneSheetProps) {
  return (
    <BottomSheet open={open} onClose={onClose} title={profileMessages.bindPhone}>
      <BindForm onDone={onDone} />
    </BottomSheet>
  );
}

function BindForm({ onDone }: { onDone: () => void }) {
  const user = useStore(userStore);
  const draft = useFormDraft("phoneBinding", "");
  const form = useLoginForm({
    phone: { value: draft.value, onChange: draft.change },
    sendCode: user.sendCode,
    login: async ({ phone, code }) => {
      await user.bindPhone(phone, code);
      draft.clear();
    },
    resultMessages: { done: profileMessages.bindDone, failed: profileMessages.bindFailed },
    onDone,
  });
  return (
    <>
      <p className={styles.hint}>{profileMessages.bindHint}</p>
      <LoginForm form={form} submit={profileMessages.bindPhone} />
    </>
  );
}
