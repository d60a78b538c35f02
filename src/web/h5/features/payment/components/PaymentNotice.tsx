import { Button } from "#web/ui/Button/Button.tsx";
import { paymentMessages } from "../messages.ts";
import styles from "./PaymentNotice.module.css";

const messages = paymentMessages;

interface PaymentNoticeProps {
  isConfirming: boolean;
  /** Payment message, for example why it could not be started. */
  text: string | null;
  /** Checks again; absent when there is nothing to check. */
  onRefresh?: () => void;
}

/** Payment status: being checked, or a message with an action. */
export function PaymentNotice({ isConfirming, text, onRefresh }: PaymentNoticeProps) {
  if (isConfirming) {
    return (
      <div className={styles.notice} role="status">
        <span className={styles.spin} aria-hidden="true" />
        {messages.confirming}
      </div>
    );
  }
  if (text === null) return null;
  return (
    <div className={styles.notice} role="alert">
      <span className={styles.text}>{text}</span>
      {onRefresh !== undefined && (
        <button type="button" className={styles.refresh} onClick={onRefresh}>
          {messages.refresh}
        </button>
      )}
    </div>
  );
}

interface PaymentOutcomeQuestionProps {
  text: string;
  onPaid: () => void;
  onPayAgain: () => void;
}

/** Question for a customer who returned without a known payment. */
export function PaymentOutcomeQuestion({ text, onPaid, onPayAgain }: PaymentOutcomeQuestionProps) {
  return (
    <div className={styles.notice} role="alert">
      <div className={styles.question}>
        <p className={styles.asked}>{text}</p>
        <div className={styles.answers}>
          <Button variant="plain" onPress={onPaid}>
            {messages.alreadyPaid}
          </Button>
          <Button variant="ghost" onPress={onPayAgain}>
            {messages.payAgain}
          </Button>
        </div>
      </div>
    </div>
  );
}
