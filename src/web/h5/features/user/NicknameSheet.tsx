import { useState } from "react";
import { withReason } from "#web/shared/api/ApiError.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { messages } from "../../messages.ts";
import styles from "./NicknameSheet.module.css";

const words = messages.profile;

interface NicknameSheetProps {
  nickname: string;
  open: boolean;
  onClose: () => void;
  /** Saves; a rejection is shown in the sheet and what was typed stays. */
  onSave: (nickname: string) => Promise<void>;
}

/** 编辑资料: the customer's nickname. */
export function NicknameSheet(props: NicknameSheetProps) {
  return (
    <Sheet open={props.open} onClose={props.onClose} title={words.editTitle}>
      <NicknameForm {...props} />
    </Sheet>
  );
}

function NicknameForm({ nickname, onSave }: NicknameSheetProps) {
  const [value, setValue] = useState(nickname);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    if (isSaving) return;
    if (value.trim() === "") return setProblem(words.nicknameRequired);
    setIsSaving(true);
    try {
      await onSave(value.trim());
    } catch (error) {
      setProblem(withReason(messages.common.updateFailed, error));
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label={words.nickname}
        value={value}
        onChange={(text) => {
          setValue(text);
          setProblem(undefined);
        }}
        problem={problem}
        placeholder={words.nicknameHint}
        maxLength={20}
        enterKeyHint="done"
      />
      <Button type="submit" size="large" isBusy={isSaving}>
        {messages.common.save}
      </Button>
    </form>
  );
}
