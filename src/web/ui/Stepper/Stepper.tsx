import { commonMessages } from "../../lib/commonMessages.ts";
import { Icon } from "../Icon.tsx";
import styles from "./Stepper.module.css";

interface StepperProps {
  value: number;
  /** Counted item; the buttons are called 增加{name} and 减少{name}. */
  name: string;
  onIncrease: () => void;
  onDecrease: () => void;
  /** Maximum value; null or absent for no limit. */
  max?: number | null;
}

/** Plus and minus around a number; at zero only the plus is shown, in the same place. */
export function Stepper({ value, name, onIncrease, onDecrease, max = null }: StepperProps) {
  const isFull = max !== null && value >= max;
  return (
    <div className={styles.stepper}>
      {value > 0 && (
        <>
          <button
            type="button"
            className={styles.minus}
            aria-label={`${commonMessages.decrease}${name}`}
            onClick={onDecrease}
          >
            <Icon name="minus" size={16} />
          </button>
          <span className={styles.value} aria-live="polite">
            {value}
          </span>
        </>
      )}
      <button
        type="button"
        className={styles.plus}
        aria-label={`${commonMessages.increase}${name}`}
        disabled={isFull}
        onClick={onIncrease}
      >
        <Icon name="plus" size={16} />
      </button>
    </div>
  );
}
