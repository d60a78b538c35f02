import { clsx } from "clsx";
import { useState } from "react";
import { appendReason } from "#web/lib/api/ApiError.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import formStyles from "../../../app/components/Form.module.css";
import { appMessages } from "../../../app/messages.ts";
import { profileMessages } from "../messages.ts";
import styles from "./ProfileForm.module.css";
import { Avatar } from "./ProfileHeader.tsx";

const messages = profileMessages;

interface ProfileFormProps {
  /** The name as typed. */
  nickname: string;
  onNickname: (nickname: string) => void;
  /** Preview of the picture. */
  avatar: string | null;
  /** Status of a new picture: uploading, or why it was rejected. */
  avatarNote: string;
  /** True while a new picture is uploading. */
  isUploading: boolean;
  onPickAvatar: (file: File) => void;
  /** Saves; a rejection is shown in the form and the input stays. */
  onSave: (nickname: string) => Promise<void>;
}

/** Form of the customer's picture and nickname. */
export function ProfileForm({ nickname, onNickname, onSave, isUploading, ...props }: ProfileFormProps) {
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    if (isSaving || isUploading) return;
    if (nickname.trim() === "") return setProblem(messages.nicknameRequired);
    setIsSaving(true);
    try {
      await onSave(nickname.trim());
    } catch (error) {
      setProblem(appendReason(appMessages.updateFailed, error));
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <AvatarPicker avatar={props.avatar} note={props.avatarNote} onPick={props.onPickAvatar} />
      <Field
        isLong
        label={messages.nickname}
        value={nickname}
        onChange={(text) => {
          onNickname(text);
          setProblem(undefined);
        }}
        problem={problem}
        placeholder={messages.nicknameHint}
        maxLength={20}
        enterKeyHint="done"
      />
      <Button type="submit" size="large" isBusy={isSaving} disabled={isUploading}>
        {appMessages.save}
      </Button>
    </form>
  );
}

interface AvatarPickerProps {
  avatar: string | null;
  note: string;
  onPick: (file: File) => void;
}

function AvatarPicker({ avatar, note, onPick }: AvatarPickerProps) {
  return (
    <div className={styles.avatar}>
      <label className={styles.pick}>
        <Avatar src={avatar} />
        <span className={styles.change}>{messages.changeAvatar}</span>
        <input
          type="file"
          // Naming types, or allowing several files, hides the camera on Androids.
          accept="image/*"
          aria-label={messages.changeAvatar}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) onPick(file);
            // Allows choosing the same image again.
            target.value = "";
          }}
        />
      </label>
      <p className={clsx(formStyles.hint, styles.note)} role="status">
        {note}
      </p>
    </div>
  );
}
