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
