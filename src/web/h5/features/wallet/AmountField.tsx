import { walletMessages } from "../../walletMessages.ts";
import styles from "./AmountField.module.css";

const words = walletMessages.withdraw;

interface AmountFieldProps {
  value: string;
  onChange: (text: string) => void;
  onAll: () => void;
  /** What is wrong with it, or an empty text. */
  problem: string;
  /** What it comes to, said while nothing is wrong. */
  hint: string;
  isOff: boolean;
}

/** How many points are to be paid out, in large digits. */
export function AmountField({ value, onChange, onAll, problem, hint, isOff }: AmountFieldProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor="withdraw-amount">
        {words.amount}
      </label>
      <div className={styles.line}>
        <input
          id="withdraw-amount"
          className={styles.input}
          inputMode="numeric"
          autoComplete="off"
          placeholder={words.amountHint}
          value={value}
          disabled={isOff}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem !== ""}
          aria-describedby="withdraw-note"
        />
        <button type="button" className={styles.all} onClick={onAll} disabled={isOff}>
          {words.all}
        </button>
      </div>
      <p id="withdraw-note" className={problem === "" ? styles.hint : styles.problem} aria-live="polite">
        {problem || hint || " "}
      </p>
    </div>
  );
}
