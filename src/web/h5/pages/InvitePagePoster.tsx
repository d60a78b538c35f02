import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { isWechat } from "#web/bridge/environment.ts";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { PosterSheet } from "../features/wallet/PosterSheet.tsx";
import { inviteStore } from "../stores/InviteStore.ts";
import { useStore } from "../useStores.ts";

interface PosterProps {
  open: boolean;
  onClose: () => void;
}

/** The customer's poster; drawn when it is first looked at. */
export const InvitePagePoster = observer(function InvitePagePoster({ open, onClose }: PosterProps) {
  const invite = useStore(inviteStore);
  const draw = useCallback(() => {
    invite.drawPoster().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("drawing the poster failed", error);
    });
  }, [invite]);
  useEffect(() => {
    if (open) draw();
  }, [open, draw]);
  return (
    <PosterSheet
      open={open}
      onClose={onClose}
      poster={invite.poster.value}
      hasFailed={invite.poster.status === "failed"}
      onRetry={draw}
      isHeld={isWechat(navigator.userAgent)}
    />
  );
});
