import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { success } from "#web/shared/notify.ts";
import { ProfileSheet } from "../features/user/ProfileSheet.tsx";
import { messages } from "../messages.ts";
import { type AvatarStore, avatarStore } from "../stores/AvatarStore.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";

const words = messages.profile;

interface EditingProps {
  open: boolean;
  onClose: () => void;
}

/** Changes the customer's picture and name together; a picture that was not saved is given up with the sheet. */
export const ProfilePageEditing = observer(function ProfilePageEditing({ open, onClose }: EditingProps) {
  const { user, change } = useStore(userStore);
  const avatar = useStore(avatarStore);
  useEffect(() => {
    if (!open) avatar.clear();
  }, [open, avatar]);
  const save = async (nickname: string) => {
    const picture = avatar.imageId === "" ? {} : { avatar: avatar.imageId };
    await change({ nickname, ...picture });
    onClose();
    success(messages.common.updateDone);
  };
  return (
    <ProfileSheet
      nickname={user?.nickname ?? ""}
      avatar={avatar.previewUrl || (user?.avatar ?? null)}
      avatarNote={noteOf(avatar)}
      isSending={avatar.state === "sending"}
      open={open}
      onClose={onClose}
      onPickAvatar={(file) => void avatar.choose(file)}
      onSave={save}
    />
  );
});

function noteOf({ state, error }: AvatarStore): string {
  if (state === "sending") return words.avatarSending;
  if (state === "unreadable") return words.avatarUnreadable;
  return state === "failed" ? messageOf(error, words.avatarFailed) : "";
}
