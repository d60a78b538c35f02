import type { OrderFilter } from "#contract/order/status.ts";
import { orderMessages } from "../../orderMessages.ts";
import styles from "./OrderTabs.module.css";

const words = orderMessages.history;

interface OrderTabsProps {
  filter: OrderFilter;
  onPick: (filter: OrderFilter) => void;
}

/** The kinds of orders. */
export function OrderTabs({ filter, onPick }: OrderTabsProps) {
  return (
    <div className={styles.tabs} role="tablist" aria-label={words.tabsLabel}>
      {words.tabs.map(([name, label]) => (
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
