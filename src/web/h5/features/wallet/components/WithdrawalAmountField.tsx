import { walletMessages } from "../messages.ts";
import styles from "./WithdrawalAmountField.module.css";

const messages = walletMessages.withdraw;

interface WithdrawalAmountFieldProps {
  value: string;
  onChange: (text: string) => void;
  onAll: () => void;
  /** Error message, or an empty text. */
  problem: string;
  /** Equivalent amount, shown without an error. */
  hint: string;
  isDisabled: boolean;
}

/** Number of points to withdraw, in large digits. */
export function WithdrawalAmountField({
  value,
  onChange,
  onAll,
  problem,
  hint,
  isDisabled,
}: WithdrawalAmountFieldProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor="withdraw-amount">
        {messages.amount}
      </label>
      <div className={styles.line}>
        <input
          id="withdraw-amount"
          className={styles.input}
          inputMode="numeric"
          autoComplete="off"
          placeholder={messages.amountHint}
          value={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem !== ""}
          aria-describedby="withdraw-note"
        />
        <button type="button" className={styles.all} onClick={onAll} disabled={isDisabled}>
          {messages.all}
        </button>
      </div>
      <p id="withdraw-note" className={problem === "" ? styles.hint : styles.problem} aria-live="polite">
        {problem || hint || " "}
      </p>
    </div>
  );
}
