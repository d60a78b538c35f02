import { useLoginForm } from "#web/lib/login/useLoginForm.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { success } from "#web/ui/notify.ts";
import { useFormDraft } from "../../../app/useFormDraft.ts";
import { useStore } from "../../../app/useStores.ts";
import { LoginForm } from "../../auth/components/LoginForm.tsx";
import { userStore } from "../../auth/UserStore.ts";
import { profileMessages as messages } from "../messages.ts";

interface BindPhoneSheetProps {
  open: boolean;
  onClose: () => void;
  /** Called when the number is bound; an account that had it has been merged with this one. */
  onDone: () => void;
}

/** Binds a phone number by its code. */
export function BindPhoneSheet({ open, onClose, onDone }: BindPhoneSheetProps) {
  return (
    <BottomSheet open={open} onClose={onClose} title={messages.bindPhone}>
      <NewPhoneForm
        hint={messages.bindHint}
        submit={messages.bindPhone}
        resultMessages={{ done: messages.bindDone, failed: messages.bindFailed }}
        onDone={onDone}
      />
    </BottomSheet>
  );
}

interface NewPhoneFormProps {
  hint: string;
  submit: string;
  resultMessages: { done: string; failed: string };
  onDone: () => void;
  /** Called with each rejection before it is shown. */
  onFailed?: (error: unknown) => void;
}

/** Form that gives the account another number, verified by a code; an unsent number is restored. */
export function NewPhoneForm({ hint, submit, resultMessages, onDone, onFailed }: NewPhoneFormProps) {
  const user = useStore(userStore);
  const draft = useFormDraft("phoneBinding", "");
  const form = useLoginForm({
    success,
    phone: { value: draft.value, onChange: draft.change },
    sendCode: user.sendCode,
    login: async ({ phone, code }) => {
      try {
        await user.bindPhone(phone, code);
      } catch (error) {
        onFailed?.(error);
        throw error;
      }
      draft.clear();
    },
    resultMessages,
    onDone,
  });
  return <LoginForm form={form} hint={hint} submit={submit} />;
}
