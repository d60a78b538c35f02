import { LoginForm } from "#web/shared/login/LoginForm.tsx";
import { useLoginForm } from "#web/shared/login/useLoginForm.ts";
import { BottomSheet } from "#web/shared/ui/Sheet.tsx";
import { appMessages } from "../messages.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./ProfilePage.module.css";
import { useFormDraft } from "./useFormDraft.ts";

const profileMessages = appMessages.profile;

interface BindPhoneSheetProps {
  open: boolean;
  onClose: () => void;
  /** The number is bound; an account that had it has become one with this one. */
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
