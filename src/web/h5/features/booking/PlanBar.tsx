import { cx } from "#web/shared/ui/cx.ts";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { bookingMessages } from "../../bookingMessages.ts";
import { sayTime } from "./bookingTime.ts";
import type { InStoreType } from "./Plan.ts";
import styles from "./PlanBar.module.css";
import { TypeSwitch } from "./TypeSwitch.tsx";

const words = bookingMessages;

interface PlanBarProps {
  type: InStoreType;
  time: string | null;
  /** Today in Shanghai. */
  today: string;
  /** The time as it is cannot be ordered for. */
  needsTime: boolean;
  onPickType: (type: InStoreType) => void;
  onOpenTimes: () => void;
}

/** How to eat and when, above the menu. */
export function PlanBar({ type, time, today, needsTime, onPickType, onOpenTimes }: PlanBarProps) {
  return (
    <div className={styles.bar}>
      <TypeSwitch type={type} onPick={onPickType} />
      <button type="button" className={styles.time} aria-haspopup="dialog" onClick={onOpenTimes}>
        <Icon name="clock" size={16} />
        <span className={styles.text}>
          <span className={styles.label}>{words.control}</span>
          <b className={cx(styles.value, needsTime && styles.missing)}>
            {needsTime ? words.choose : sayTime(time, today)}
          </b>
        </span>
        <Icon name="down" size={14} />
      </button>
    </div>
  );
}
