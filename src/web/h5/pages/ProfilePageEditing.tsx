import { observer } from "mobx-react-lite";
import { useState } from "react";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { success } from "#web/shared/notify.ts";
import { DraftNote } from "../features/draft/DraftNote.tsx";
import { ProfileForm, ProfileSheet } from "../features/user/ProfileSheet.tsx";
import { messages } from "../messages.ts";
import { type AvatarStore, avatarStore } from "../stores/AvatarStore.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";
import { useFormDraft } from "./useFormDraft.ts";

const words = messages.profile;

interface EditingProps {
  open: boolean;
  onClose: () => void;
}

/** Changes the customer's picture and name together; what was not saved is there again when the sheet opens. */
export function ProfilePageEditing({ open, onClose }: EditingProps) {
  return (
    <ProfileSheet open={open} onClose={onClose}>
      <Form onDone={onClose} />
    </ProfileSheet>
  );
}

const Form = observer(function Form({ onDone }: { onDone: () => void }) {
  const { user, change } = useStore(userStore);
  const avatar = useStore(avatarStore);
  const form = useFormDraft("nickname", user?.nickname ?? "");
  const [hadPicture, setHadPicture] = useState(avatar.state === "sent");
  const clear = () => {
    form.clear();
    avatar.clear();
    setHadPicture(false);
  };
  const discard = () => {
    clear();
    form.discard();
  };
  const save = async (nickname: string) => {
    const picture = avatar.imageId === "" ? {} : { avatar: avatar.imageId };
    await change({ nickname, ...picture });
    onDone();
    clear();
    success(messages.common.updateDone);
  };
  return (
    <>
      {(form.isRestored || hadPicture) && <DraftNote onDiscard={discard} />}
      <ProfileForm
        nickname={form.value}
        onNickname={form.change}
        avatar={avatar.previewUrl || (user?.avatar ?? null)}
        avatarNote={noteOf(avatar)}
        isSending={avatar.state === "sending"}
        onPickAvatar={(file) => void avatar.choose(file)}
        onSave={save}
      />
    </>
  );
});

function noteOf({ state, error }: AvatarStore): string {
  if (state === "sending") return words.avatarSending;
  if (state === "unreadable") return words.avatarUnreadable;
  return state === "failed" ? messageOf(error, words.avatarFailed) : "";
}
