import type { ReactNode } from "react";
import { formatDistance } from "#contract/distance.ts";
import { Icon } from "#web/ui/Icon.tsx";
import styles from "./PickupRestaurantCard.module.css";

interface PickupRestaurantCardProps {
  name: string;
  address: string;
  /** Metres; null when unknown. */
  distanceM: number | null;
  /** Its state and hours. */
  openStatus: ReactNode;
  /** Changes the store; absent where it is settled. */
  change?: { text: string; onPress: () => void };
}

/** The store where a meal is to be had. */
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
