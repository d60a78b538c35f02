import { observer } from "mobx-react-lite";
import { useState } from "react";
import { toErrorMessage } from "#web/shared/api/ApiError.ts";
import { logError } from "#web/shared/log.ts";
import { success } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { BottomSheet } from "#web/shared/ui/Sheet.tsx";
import { readInviteCode } from "../inviteCode.ts";
import { inviteMessages } from "../inviteMessages.ts";
import { inviteStore } from "../stores/InviteStore.ts";
import { useStore } from "../useStores.ts";
import { useFormDraft } from "./useFormDraft.ts";
import styles from "./WalletPage.module.css";

const messages = inviteMessages;

/** Whose code brought the customer, said afterwards; a refusal tells why. */
export function BindInviterSection() {
  const [isOpen, setIsOpen] = useState(false);
  const [isBound, setIsBound] = useState(false);
  const finish = () => {
    setIsOpen(false);
    setIsBound(true);
    success(messages.bound);
  };
  if (isBound) return null;
  return (
    <div className={styles.binding}>
      <Button variant="ghost" size="small" onPress={() => setIsOpen(true)}>
        {messages.bindOpen}
      </Button>
      <BottomSheet open={isOpen} onClose={() => setIsOpen(false)} title={messages.bindTitle}>
        <BindInviterForm onDone={finish} />
      </BottomSheet>
    </div>
  );
}

const BindInviterForm = observer(function BindInviterForm({ onDone }: { onDone: () => void }) {
  const invite = useStore(inviteStore);
  // A link may have brought one while somebody was logged in already.
  const [linkedCode] = useState(readInviteCode);
  const form = useFormDraft("inviteCode", linkedCode);
  const { value: code } = form;
  const [problem, setProblem] = useState<string>();
  const submit = async () => {
    const typed = code.trim().toUpperCase();
    if (typed === "") return setProblem(messages.bindRequired);
    try {
      await invite.bind(typed);
      form.clear();
      onDone();
    } catch (error) {
      logError("binding an invite code failed", error);
      setProblem(toErrorMessage(error, messages.bindFailed));
    }
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className={styles.hint}>{messages.bindHint}</p>
      <Field
        label={messages.bindField}
        value={code}
        onChange={(text) => {
          form.change(text);
          setProblem(undefined);
        }}
        problem={problem}
        placeholder={messages.bindFieldHint}
        autoComplete="off"
        maxLength={32}
        enterKeyHint="done"
      />
      <Button type="submit" size="large" isBusy={invite.isBinding}>
        {messages.bind}
      </Button>
    </form>
  );
});
