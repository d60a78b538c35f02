import { formatDistance } from "#contract/distance.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { formatOpenStatus } from "../../restaurant/formatOpenStatus.ts";
import type { RestaurantDetail } from "../../restaurant/RestaurantDetail.ts";
import { inStoreMessages } from "../messages.ts";
import styles from "./RestaurantHeader.module.css";

const messages = inStoreMessages.store;

interface RestaurantHeaderProps {
  /** Null while loading: its space is reserved. */
  restaurant: RestaurantDetail | null;
  /** The customer's table; empty without one. */
  table: string;
  /** Opens the restaurant's pictures and licences. */
  onOpenPictures: () => void;
}

/** Restaurant name, which opens its pictures and licences if there are some, distance, order status, and the table. */
export function RestaurantHeader({ restaurant, table, onOpenPictures }: RestaurantHeaderProps) {
  return (
    <div className={styles.header}>
      {restaurant === null ? (
        <span className={styles.shape} />
      ) : (
        <>
          <h2 className={styles.name}>
            {restaurant.hasPictures ? (
              <button
                type="button"
                className={styles.open}
                aria-label={inStoreMessages.about(restaurant.name)}
                onClick={onOpenPictures}
              >
                <span>{restaurant.name}</span>
                <Icon name="chevron" size={16} />
              </button>
            ) : (
              restaurant.name
            )}
          </h2>
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
