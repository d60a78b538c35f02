import type { OrderFilter } from "#contract/order/status.ts";
import { orderMessages } from "../messages.ts";
import styles from "./OrderFilterTabs.module.css";

const messages = orderMessages.history;

interface OrderFilterTabsProps {
  filter: OrderFilter;
  onPick: (filter: OrderFilter) => void;
}

/** Filter tabs of the order list. */
export function OrderFilterTabs({ filter, onPick }: OrderFilterTabsProps) {
  return (
    <div className={styles.tabs} role="tablist" aria-label={messages.tabsLabel}>
      {messages.tabs.map(([name, label]) => (
        <button
          key={name}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={name === filter}
          onClick={() => onPick(name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
