import { useState } from "react";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { inviteMessages } from "../messages.ts";
import styles from "./PosterSheet.module.css";

const messages = inviteMessages;

interface Poster {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

interface PosterSheetProps {
  open: boolean;
  onClose: () => void;
  poster: Poster | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  /** True in WeChat, which saves an image on a long press and cannot download. */
  isHeld: boolean;
}

/** Sheet for saving the poster: an image by URL, which every webview can save. */
export function PosterSheet({ open, onClose, poster, hasFailed, onRetry, isHeld }: PosterSheetProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const isBroken = poster !== undefined && poster.url === brokenUrl;
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={messages.posterTitle}
      isTall
      {...(poster === undefined || isBroken
        ? {}
        : { footer: <SavePoster url={poster.url} isHeld={isHeld} /> })}
    >
      {hasFailed && <ErrorState text={messages.posterFailed} onRetry={onRetry} />}
      {!hasFailed && poster === undefined && (
        <div className={styles.place} role="status" aria-label={commonMessages.loading} />
      )}
      {isBroken && <ErrorState text={messages.posterFailed} onRetry={() => setBrokenUrl(null)} />}
      {poster !== undefined && !isBroken && (
        <img
          className={styles.frame}
          src={poster.url}
          alt={messages.posterAlt}
          width={poster.width}
          height={poster.height}
          onError={() => setBrokenUrl(poster.url)}
        />
      )}
    </BottomSheet>
  );
}

function SavePoster({ url, isHeld }: { url: string; isHeld: boolean }) {
  if (isHeld) return <p className={styles.hold}>{messages.posterSaveHint}</p>;
  return (
    <a className={styles.save} href={url} download={messages.posterFile}>
      {messages.posterSave}
    </a>
  );
}
