import type { InStoreType } from "../../booking/InStoreOptions.ts";
import { restaurantMessages } from "../messages.ts";
import styles from "./OrderTypeTabs.module.css";

const messages = restaurantMessages;
const orderTypes: readonly InStoreType[] = ["pickup", "dine_in"];

interface OrderTypeTabsProps {
  type: InStoreType;
  onPick: (type: InStoreType) => void;
}

/** Tabs for pickup and dine-in. */
export function OrderTypeTabs({ type, onPick }: OrderTypeTabsProps) {
  return (
    <div className={styles.tabs} role="tablist" aria-label={messages.orderTypesLabel}>
      {orderTypes.map((option) => (
        <button
          key={option}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={option === type}
          onClick={() => onPick(option)}
        >
          {messages.orderTypes[option]}
        </button>
      ))}
    </div>
  );
}
