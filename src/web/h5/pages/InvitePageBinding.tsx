import { observer } from "mobx-react-lite";
import { useState } from "react";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { success } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { readInviteCode } from "../inviteCode.ts";
import { inviteMessages } from "../inviteMessages.ts";
import { inviteStore } from "../stores/InviteStore.ts";
import { useStore } from "../useStores.ts";
import { useFormDraft } from "./useFormDraft.ts";
import styles from "./WalletPage.module.css";

const words = inviteMessages;

/** Whose code brought the customer, said afterwards; a refusal tells why. */
export function InvitePageBinding() {
  const [isOpen, setIsOpen] = useState(false);
  const [isBound, setIsBound] = useState(false);
  const finish = () => {
    setIsOpen(false);
    setIsBound(true);
    success(words.bound);
  };
  if (isBound) return null;
  return (
    <div className={styles.binding}>
      <Button look="ghost" size="small" onPress={() => setIsOpen(true)}>
        {words.bindOpen}
      </Button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={words.bindTitle}>
        <Form onDone={finish} />
      </Sheet>
    </div>
  );
}

const Form = observer(function Form({ onDone }: { onDone: () => void }) {
  const invite = useStore(inviteStore);
  // A link may have brought one while somebody was logged in already.
  const [linked] = useState(readInviteCode);
  const form = useFormDraft("inviteCode", linked);
  const { value: code } = form;
  const [problem, setProblem] = useState<string>();
  const submit = async () => {
    const typed = code.trim().toUpperCase();
    if (typed === "") return setProblem(words.bindRequired);
    try {
      await invite.bind(typed);
      form.clear();
      onDone();
    } catch (error) {
      logFailure("binding an invite code failed", error);
      setProblem(messageOf(error, words.bindFailed));
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
      <p className={styles.hint}>{words.bindHint}</p>
      <Field
        label={words.bindField}
        value={code}
        onChange={(text) => {
          form.change(text);
          setProblem(undefined);
        }}
        problem={problem}
        placeholder={words.bindFieldHint}
        autoComplete="off"
        maxLength={32}
        enterKeyHint="done"
      />
      <Button type="submit" size="large" isBusy={invite.isBinding}>
        {words.bind}
      </Button>
    </form>
  );
});
