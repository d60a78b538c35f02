import { restaurantMessages } from "../../restaurantMessages.ts";
import type { InStoreType } from "../booking/Plan.ts";
import styles from "./WayTabs.module.css";

const words = restaurantMessages;
const ways: readonly InStoreType[] = ["pickup", "dine_in"];

interface WayTabsProps {
  way: InStoreType;
  onPick: (way: InStoreType) => void;
}

/** To take away or to eat there. */
export function WayTabs({ way, onPick }: WayTabsProps) {
  return (
    <div className={styles.tabs} role="tablist" aria-label={words.waysLabel}>
      {ways.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={one === way}
          onClick={() => onPick(one)}
        >
          {words.ways[one]}
        </button>
      ))}
    </div>
  );
}
