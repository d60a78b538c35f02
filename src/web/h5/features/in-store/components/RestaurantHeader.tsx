import { formatDistance } from "#contract/distance.ts";
import { formatOpenStatus } from "../../restaurant/formatOpenStatus.ts";
import type { Restaurant } from "../../restaurant/Restaurant.ts";
import { inStoreMessages } from "../messages.ts";
import styles from "./RestaurantHeader.module.css";

const messages = inStoreMessages.store;

interface RestaurantHeaderProps {
  /** Null while loading: its space is reserved. */
  restaurant: Restaurant | null;
  /** The customer's table; empty without one. */
  table: string;
}

/** Restaurant name, distance, order status, and the table. */
export function RestaurantHeader({ restaurant, table }: RestaurantHeaderProps) {
  return (
    <div className={styles.header}>
      {restaurant === null ? (
        <span className={styles.shape} />
      ) : (
        <>
          <h2 className={styles.name}>{restaurant.name}</h2>
          {restaurant.distanceM !== null && (
            <span className={styles.distance}>{formatDistance(restaurant.distanceM)}</span>
          )}
          <span className={styles.state} data-open={restaurant.canOrder || undefined}>
            {formatOpenStatus(restaurant)}
          </span>
        </>
      )}
      {table !== "" && <span className={styles.table}>{messages.table(table)}</span>}
    </div>
  );
}
