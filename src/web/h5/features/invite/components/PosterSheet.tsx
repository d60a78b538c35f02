import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { isWechat } from "#web/bridge/environment.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { brandName } from "#web/lib/brandName.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { logError } from "#web/lib/logError.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { useStore } from "../../../app/useStores.ts";
import { inviteStore } from "../InviteStore.ts";
import { inviteMessages } from "../messages.ts";
import styles from "./PosterSheet.module.css";

const messages = inviteMessages;

interface PosterSheetProps {
  open: boolean;
  onClose: () => void;
}

/**
 * Sheet with the customer's poster, created when it is first opened: an image by URL, which every webview can
 * save.
 */
export const PosterSheet = observer(function PosterSheet({ open, onClose }: PosterSheetProps) {
  const invite = useStore(inviteStore);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const load = useCallback(() => {
    setBrokenUrl(null);
    invite.loadPoster().catch((error: unknown) => {
      if (!isAbortError(error)) logError("drawing the poster failed", error);
    });
  }, [invite]);
  useEffect(() => {
    if (open) load();
  }, [open, load]);
  const { value: poster, status } = invite.poster;
  const hasFailed = status === "failed" || (poster !== undefined && poster.url === brokenUrl);
  const isShown = !hasFailed && poster !== undefined;
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={messages.posterTitle}
      isTall
      {...(isShown && { footer: <SavePoster url={poster.url} /> })}
    >
      {hasFailed && <ErrorState text={messages.posterFailed} onRetry={load} />}
      {isShown && (
        <img
          className={styles.frame}
          src={poster.url}
          alt={messages.posterAlt}
          width={poster.width}
          height={poster.height}
          onError={() => setBrokenUrl(poster.url)}
        />
      )}
      {!hasFailed && !isShown && (
        <div className={styles.place} role="status" aria-label={commonMessages.loading} />
      )}
    </BottomSheet>
  );
});

/** Link that saves the poster; WeChat cannot download, and saves an image on a long press. */
function SavePoster({ url }: { url: string }) {
  if (isWechat(navigator.userAgent)) return <p className={styles.hold}>{messages.posterSaveHint}</p>;
  return (
    <a className={styles.save} href={url} download={messages.posterFile(brandName())}>
      {messages.posterSave}
    </a>
  );
}
