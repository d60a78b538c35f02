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
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.posterTitle}
      isTall
      {...(poster === undefined ? {} : { footer: <Saving url={poster.url} isHeld={isHeld} /> })}
    >
      {hasFailed && <FailedState text={words.posterFailed} onRetry={onRetry} />}
      {!hasFailed && poster === undefined && (
        <div className={styles.frame} role="status" aria-label={texts.loading} />
      )}
      {poster !== undefined && <Picture key={poster.url} poster={poster} />}
    </Sheet>
  );
}

function Picture({ poster }: { poster: Poster }) {
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed)
    return (
      <FailedState
        text={words.posterFailed}
        onRetry={() => {
          setAttempt(attempt + 1);
          setHasFailed(false);
        }}
      />
    );
  return (
    <img
      key={attempt}
      className={styles.frame}
      src={poster.url}
      alt={words.posterAlt}
      width={poster.width}
      height={poster.height}
      onError={() => setHasFailed(true)}
    />
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
