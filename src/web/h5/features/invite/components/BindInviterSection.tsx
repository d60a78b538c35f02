import { observer } from "mobx-react-lite";
import { useState } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { success } from "#web/ui/notify.ts";
import { useFormDraft } from "../../../app/useFormDraft.ts";
import { useStore } from "../../../app/useStores.ts";
import styles from "../InvitePage.module.css";
import { inviteStore } from "../InviteStore.ts";
import { readInviteCode } from "../inviteCode.ts";
import { inviteMessages } from "../messages.ts";

const messages = inviteMessages;

/** Form for the inviter's code, with the result or the reason of a refusal. */
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
  // A link may have brought a code while the customer was logged in already.
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
      <p className={styles.hint}>{messages.bindHint(invite.stats.value?.bind_days)}</p>
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
