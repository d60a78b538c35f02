import { Button } from "#web/ui/Button/Button.tsx";
import { inviteMessages } from "../messages.ts";
import styles from "./InviteCodeCard.module.css";

const messages = inviteMessages;

interface InviteCodeCardProps {
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
export function InviteCodeCard({ code, hint, onCopyCode, onCopyLink, onPoster }: InviteCodeCardProps) {
  const isDisabled = code === "";
  return (
    <section className={styles.card} aria-label={messages.code}>
      <p className={styles.label}>{messages.code}</p>
      <div className={styles.line}>
        <span className={styles.code}>{code || " "}</span>
        <Button variant="plain" size="small" onPress={onCopyCode} disabled={isDisabled}>
          {messages.copy}
        </Button>
      </div>
      {hint !== "" && <p className={styles.label}>{hint}</p>}
      <div className={styles.ways}>
        {onCopyLink !== undefined && (
          <Button variant="plain" className={styles.way} onPress={onCopyLink} disabled={isDisabled}>
            {messages.copyLink}
          </Button>
        )}
        <Button className={styles.way} onPress={onPoster} disabled={isDisabled}>
          {messages.poster}
        </Button>
      </div>
    </section>
  );
}
