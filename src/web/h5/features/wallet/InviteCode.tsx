import { Button } from "#web/shared/ui/Button.tsx";
import { inviteMessages } from "../../inviteMessages.ts";
import styles from "./InviteCode.module.css";

const words = inviteMessages;

interface InviteCodeProps {
  /** An empty text while it is not known. */
  code: string;
  /** How the page is sent on where it runs. */
  hint: string;
  onCopyCode: () => void;
  /** Absent where a link is sent by the app around the page. */
  onCopyLink?: () => void;
  onPoster: () => void;
}

/** The customer's own code, and the ways to hand it on to who wants it. */
export function InviteCode({ code, hint, onCopyCode, onCopyLink, onPoster }: InviteCodeProps) {
  const isOff = code === "";
  return (
    <section className={styles.card} aria-label={words.code}>
      <p className={styles.label}>{words.code}</p>
      <div className={styles.line}>
        <span className={styles.code}>{code || " "}</span>
        <Button look="plain" size="small" onPress={onCopyCode} disabled={isOff}>
          {words.copy}
        </Button>
      </div>
      {hint !== "" && <p className={styles.label}>{hint}</p>}
      <div className={styles.ways}>
        {onCopyLink !== undefined && (
          <Button look="plain" className={styles.way} onPress={onCopyLink} disabled={isOff}>
            {words.copyLink}
          </Button>
        )}
        <Button className={styles.way} onPress={onPoster} disabled={isOff}>
          {words.poster}
        </Button>
      </div>
    </section>
  );
}
