import { clsx } from "clsx";
import { Icon } from "#web/ui/Icon.tsx";
import type { InStoreType } from "../../../app/parse.ts";
import { OrderTypeSwitch } from "../../restaurant/components/OrderTypeSwitch.tsx";
import { formatBookingTime } from "../bookingTime.ts";
import { bookingMessages } from "../messages.ts";
import styles from "./InStoreOptionsBar.module.css";

const messages = bookingMessages;

interface InStoreOptionsBarProps {
  type: InStoreType;
  time: string | null;
  /** Today in Shanghai. */
  today: string;
  /** True when the current time cannot be ordered for. */
  needsTime: boolean;
  onPickType: (type: InStoreType) => void;
  onOpenTimes: () => void;
}

/** Order type and time, above the menu. */
export function InStoreOptionsBar({
  type,
  time,
  today,
  needsTime,
  onPickType,
  onOpenTimes,
}: InStoreOptionsBarProps) {
  return (
    <div className={styles.bar}>
      <OrderTypeSwitch type={type} onPick={onPickType} />
      <button type="button" className={styles.time} aria-haspopup="dialog" onClick={onOpenTimes}>
        <Icon name="clock" size={16} />
        <span className={styles.text}>
          <span className={styles.label}>{messages.control}</span>
          <b className={clsx(styles.value, needsTime && styles.missing)}>
            {needsTime ? messages.choose : formatBookingTime(time, today)}
          </b>
        </span>
        <Icon name="down" size={14} />
      </button>
    </div>
  );
}
