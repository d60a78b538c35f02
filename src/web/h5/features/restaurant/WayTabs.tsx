import type { InStoreWay } from "../../inStorePaths.ts";
import { restaurantMessages } from "../../restaurantMessages.ts";
import styles from "./WayTabs.module.css";

const words = restaurantMessages;
const ways: readonly InStoreWay[] = ["pickup", "dine_in"];

interface WayTabsProps {
  way: InStoreWay;
  onPick: (way: InStoreWay) => void;
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
