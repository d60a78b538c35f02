import { cx } from "#web/shared/ui/cx.ts";
import { inStoreMessages } from "../../inStoreMessages.ts";
import type { InStoreType } from "./Plan.ts";
import styles from "./TypeSwitch.module.css";

const words = inStoreMessages;
const types: readonly InStoreType[] = ["pickup", "dine_in"];

interface TypeSwitchProps {
  type: InStoreType;
  onPick: (type: InStoreType) => void;
}

/** To take away, or to eat there. */
export function TypeSwitch({ type, onPick }: TypeSwitchProps) {
  return (
    <div className={styles.switch} role="radiogroup" aria-label={words.typesLabel}>
      {types.map((one) => (
        <label key={one} className={cx(styles.option, one === type && styles.chosen)}>
          <input
            type="radio"
            name="order_type"
            className={styles.radio}
            value={one}
            checked={one === type}
            onChange={() => onPick(one)}
          />
          <span className={styles.text}>{words.types[one]}</span>
        </label>
      ))}
    </div>
  );
}
