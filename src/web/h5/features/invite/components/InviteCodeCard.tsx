import { Button } from "#web/ui/Button/Button.tsx";
import { inviteMessages } from "../messages.ts";
import styles from "./InviteCodeCard.module.css";

const messages = inviteMessages;

interface InviteCodeCardProps {
  /** Empty while unknown. */
  code: string;
  /** Sharing instructions for the current platform. */
  hint: string;
  onCopyCode: () => void;
  /** Absent where the native app shares the link. */
  onCopyLink?: () => void;
  onPoster: () => void;
}

/** The customer's invite code and the ways to share it. */
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
