import { clsx } from "clsx";
import { inStoreMessages } from "../../in-store/messages.ts";
import type { InStoreType } from "../InStoreOptions.ts";
import styles from "./OrderTypeSwitch.module.css";

const messages = inStoreMessages;
const orderTypes: readonly InStoreType[] = ["pickup", "dine_in"];

interface OrderTypeSwitchProps {
  type: InStoreType;
  onPick: (type: InStoreType) => void;
}

/** Switch between pickup and dine-in. */
export function OrderTypeSwitch({ type, onPick }: OrderTypeSwitchProps) {
  return (
    <div className={styles.switch} role="radiogroup" aria-label={messages.typesLabel}>
      {orderTypes.map((option) => (
        <label key={option} className={clsx(styles.option, option === type && styles.chosen)}>
          <input
            type="radio"
            name="order_type"
            className={styles.radio}
            value={option}
            checked={option === type}
            onChange={() => onPick(option)}
          />
          <span className={styles.text}>{messages.types[option]}</span>
        </label>
      ))}
    </div>
  );
}
