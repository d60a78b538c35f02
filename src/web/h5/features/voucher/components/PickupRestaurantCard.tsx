import type { ReactNode } from "react";
import { formatDistance } from "#contract/distance.ts";
import { Icon } from "#web/ui/Icon.tsx";
import styles from "./PickupRestaurantCard.module.css";

interface PickupRestaurantCardProps {
  name: string;
  address: string;
  /** Metres; null when unknown. */
  distanceM: number | null;
  /** Open status and hours. */
  openStatus: ReactNode;
  /** Changes the restaurant; absent where it is fixed. */
  change?: { text: string; onPress: () => void };
}

/** Restaurant where a meal is to be collected or eaten. */
export function PickupRestaurantCard({
  name,
  address,
  distanceM,
  openStatus,
  change,
}: PickupRestaurantCardProps) {
  return (
    <div className={styles.store}>
      <Icon name="store" size={22} className={styles.icon} />
      <div className={styles.text}>
        <b className={styles.name}>{name}</b>
        <span className={styles.small}>
          {[distanceM === null ? "" : formatDistance(distanceM), address].filter(Boolean).join(" · ")}
        </span>
        {openStatus}
      </div>
      {change !== undefined && (
        <button type="button" className={styles.change} onClick={change.onPress}>
          {change.text}
        </button>
      )}
    </div>
  );
}
