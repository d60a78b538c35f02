import { observer } from "mobx-react-lite";
import { useState } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { success } from "#web/ui/notify.ts";
import { RestoredDraftNotice } from "../../../app/components/RestoredDraftNotice.tsx";
import { appMessages } from "../../../app/messages.ts";
import { useFormDraft } from "../../../app/useFormDraft.ts";
import { useStore } from "../../../app/useStores.ts";
import { userStore } from "../../auth/UserStore.ts";
import { type AvatarStore, avatarStore } from "../AvatarStore.ts";
import { profileMessages } from "../messages.ts";
import { ProfileForm } from "./ProfileForm.tsx";

interface EditProfileSheetProps {
  open: boolean;
  onClose: () => void;
}

/** Edits picture and name together; unsaved input is restored when the sheet opens. */
export function EditProfileSheet({ open, onClose }: EditProfileSheetProps) {
  return (
    <BottomSheet open={open} onClose={onClose} title={profileMessages.editTitle}>
      <EditProfileForm onDone={onClose} />
    </BottomSheet>
  );
}

const EditProfileForm = observer(function EditProfileForm({ onDone }: { onDone: () => void }) {
  const { user, updateProfile: change } = useStore(userStore);
  const avatar = useStore(avatarStore);
  const form = useFormDraft("nickname", user?.nickname ?? "");
  const [hasUnsavedImage, setHasUnsavedImage] = useState(avatar.state === "sent");
  const clear = () => {
    form.clear();
    avatar.clear();
    setHasUnsavedImage(false);
  };
  const discard = () => {
    clear();
    form.discard();
  };
  const save = async (nickname: string) => {
    const avatarPart = avatar.imageId === "" ? {} : { avatar: avatar.imageId };
    await change({ nickname, ...avatarPart });
    onDone();
    clear();
    success(appMessages.updateDone);
  };
  return (
    <>
      {(form.isRestored || hasUnsavedImage) && <RestoredDraftNotice onDiscard={discard} />}
      <ProfileForm
        nickname={form.value}
        onNickname={form.change}
        avatar={avatar.previewUrl || (user?.avatar ?? null)}
        avatarNote={avatarNote(avatar)}
        isUploading={avatar.state === "sending"}
        onPickAvatar={(file) => void avatar.choose(file)}
        onSave={save}
      />
    </>
  );
});

function avatarNote({ state, error }: AvatarStore): string {
  if (state === "sending") return profileMessages.avatarUploading;
  if (state === "unreadable") return profileMessages.avatarUnreadable;
  return state === "failed" ? toErrorMessage(error, profileMessages.avatarFailed) : "";
}
