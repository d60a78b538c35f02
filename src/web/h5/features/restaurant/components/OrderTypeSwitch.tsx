import { clsx } from "clsx";
import type { InStoreType } from "../../../app/parse.ts";
import { orderTypeMessages } from "../orderTypeMessages.ts";
import styles from "./OrderTypeSwitch.module.css";

const messages = orderTypeMessages;
const orderTypes: readonly InStoreType[] = ["pickup", "dine_in"];

interface OrderTypeSwitchProps {
  type: InStoreType;
  onPick: (type: InStoreType) => void;
  /** True to fill the width. */
  isWide?: boolean;
}

/** Switch between pickup and dine-in. */
export function OrderTypeSwitch({ type, onPick, isWide = false }: OrderTypeSwitchProps) {
  return (
    <div className={clsx(styles.switch, isWide && styles.wide)} role="radiogroup" aria-label={messages.label}>
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
