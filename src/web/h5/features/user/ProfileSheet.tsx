import { useState } from "react";
import { withReason } from "#web/shared/api/ApiError.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { messages } from "../../messages.ts";
import { Avatar } from "./ProfileHead.tsx";
import styles from "./ProfileSheet.module.css";

const words = messages.profile;

interface ProfileSheetProps {
  nickname: string;
  /** The picture as it would be. */
  avatar: string | null;
  /** What became of a new picture: on its way, or why it could not be taken. */
  avatarNote: string;
  /** A new picture is on its way. */
  isSending: boolean;
  open: boolean;
  onClose: () => void;
  onPickAvatar: (file: File) => void;
  /** Saves; a rejection is shown in the sheet and what was typed stays. */
  onSave: (nickname: string) => Promise<void>;
}

/** 编辑资料: the customer's picture and nickname. */
export function ProfileSheet(props: ProfileSheetProps) {
  return (
    <Sheet open={props.open} onClose={props.onClose} title={words.editTitle}>
      <ProfileForm {...props} />
    </Sheet>
  );
}

function ProfileForm({ nickname, onSave, isSending, ...props }: ProfileSheetProps) {
  const [value, setValue] = useState(nickname);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    if (isSaving || isSending) return;
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
      <AvatarPicker avatar={props.avatar} note={props.avatarNote} onPick={props.onPickAvatar} />
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
      <Button type="submit" size="large" isBusy={isSaving} disabled={isSending}>
        {messages.common.save}
      </Button>
    </form>
  );
}

interface PickerProps {
  avatar: string | null;
  note: string;
  onPick: (file: File) => void;
}

function AvatarPicker({ avatar, note, onPick }: PickerProps) {
  return (
    <div className={styles.avatar}>
      <label className={styles.pick}>
        <Avatar src={avatar} />
        <span className={styles.change}>{words.changeAvatar}</span>
        <input
          type="file"
          // Naming types, or asking for several, hides the camera on Androids.
          accept="image/*"
          aria-label={words.changeAvatar}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) onPick(file);
            // The same picture may be chosen again.
            target.value = "";
          }}
        />
      </label>
      <p className={styles.note} role="status">
        {note}
      </p>
    </div>
  );
}
