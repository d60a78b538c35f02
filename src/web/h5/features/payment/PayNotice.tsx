import { Button } from "#web/shared/ui/Button.tsx";
import { orderingMessages } from "../../orderingMessages.ts";
import styles from "./PayNotice.module.css";

const words = orderingMessages.pay;

interface PayNoticeProps {
  isConfirming: boolean;
  /** Something to say about the payment, for example why it could not be started. */
  text: string | null;
  /** Asks again; absent when there is nothing to ask. */
  onRefresh?: () => void;
}

/** How the payment stands: being asked about, or a sentence with a way on. */
export function PayNotice({ isConfirming, text, onRefresh }: PayNoticeProps) {
  if (isConfirming) {
    return (
      <div className={styles.notice} role="status">
        <span className={styles.spin} aria-hidden="true" />
        {words.confirming}
      </div>
    );
  }
  if (text === null) return null;
  return (
    <div className={styles.notice} role="alert">
      <span className={styles.text}>{text}</span>
      {onRefresh !== undefined && (
        <button type="button" className={styles.refresh} onClick={onRefresh}>
          {words.refresh}
        </button>
      )}
    </div>
  );
}

interface PayQuestionProps {
  text: string;
  onPaid: () => void;
  onPayAgain: () => void;
}

/** Asks a customer who came back, and of whose money nothing is known, how it went. */
export function PayQuestion({ text, onPaid, onPayAgain }: PayQuestionProps) {
  return (
    <div className={styles.notice} role="alert">
      <div className={styles.question}>
        <p className={styles.asked}>{text}</p>
        <div className={styles.answers}>
          <Button look="plain" onPress={onPaid}>
            {words.alreadyPaid}
          </Button>
          <Button look="ghost" onPress={onPayAgain}>
            {words.payAgain}
          </Button>
        </div>
      </div>
    </div>
  );
}
