import { useState } from "react";
import { texts } from "#web/shared/texts.ts";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { inviteMessages } from "../../inviteMessages.ts";
import styles from "./PosterSheet.module.css";

const words = inviteMessages;

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
  /** WeChat saves a picture that is held, and downloads nothing. */
  isHeld: boolean;
}

/** The poster, to be saved: a picture by its address, which every webview can save. */
export function PosterSheet({ open, onClose, poster, hasFailed, onRetry, isHeld }: PosterSheetProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const isBroken = poster !== undefined && poster.url === brokenUrl;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.posterTitle}
      isTall
      {...(poster === undefined || isBroken ? {} : { footer: <Saving url={poster.url} isHeld={isHeld} /> })}
    >
      {hasFailed && <FailedState text={words.posterFailed} onRetry={onRetry} />}
      {!hasFailed && poster === undefined && (
        <div className={styles.place} role="status" aria-label={texts.loading} />
      )}
      {isBroken && <FailedState text={words.posterFailed} onRetry={() => setBrokenUrl(null)} />}
      {poster !== undefined && !isBroken && (
        <img
          className={styles.frame}
          src={poster.url}
          alt={words.posterAlt}
          width={poster.width}
          height={poster.height}
          onError={() => setBrokenUrl(poster.url)}
        />
      )}
    </Sheet>
  );
}

function Saving({ url, isHeld }: { url: string; isHeld: boolean }) {
  if (isHeld) return <p className={styles.hold}>{words.posterHold}</p>;
  return (
    <a className={styles.save} href={url} download={words.posterFile}>
      {words.posterSave}
    </a>
  );
}
