import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { isWechat } from "#web/bridge/environment.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { useStore } from "../../../app/useStores.ts";
import { inviteStore } from "../InviteStore.ts";
import { PosterSheet } from "./PosterSheet.tsx";

interface PosterProps {
  open: boolean;
  onClose: () => void;
}

/** Poster of the customer; created when it is first opened. */
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
