import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { isWechat } from "#web/bridge/environment.ts";
import { isAbortError } from "#web/shared/api/ApiError.ts";
import { logError } from "#web/shared/log.ts";
import { PosterSheet } from "../features/wallet/PosterSheet.tsx";
import { inviteStore } from "../stores/InviteStore.ts";
import { useStore } from "../useStores.ts";

interface PosterProps {
  open: boolean;
  onClose: () => void;
}

/** The customer's poster; drawn when it is first looked at. */
export const InvitePoster = observer(function InvitePoster({ open, onClose }: PosterProps) {
  const invite = useStore(inviteStore);
  const loadPoster = useCallback(() => {
    invite.loadPoster().catch((error: unknown) => {
      if (!isAbortError(error)) logError("drawing the poster failed", error);
    });
  }, [invite]);
  useEffect(() => {
    if (open) loadPoster();
  }, [open, loadPoster]);
  return (
    <PosterSheet
      open={open}
      onClose={onClose}
      poster={invite.poster.value}
      hasFailed={invite.poster.status === "failed"}
      onRetry={loadPoster}
      isHeld={isWechat(navigator.userAgent)}
    />
  );
});
