import { clsx } from "clsx";
import { formatDistance } from "#contract/distance.ts";
import { restaurantMessages } from "../messages.ts";
import type { Restaurant } from "../Restaurant.ts";
import { OpenStatus } from "./OpenStatus.tsx";
import styles from "./RestaurantRow.module.css";

const messages = restaurantMessages;
const starPath = "M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z";

interface RestaurantRowProps {
  restaurant: Restaurant;
  /** True when the distance is from the customer. */
  isLocated: boolean;
  isFavourite: boolean;
  /** True while the favourite flag is being changed. */
  isBusy: boolean;
  onChoose: () => void;
  onFavourite: () => void;
}

/** Restaurant row with selection and favourite star. */
export function RestaurantRow(props: RestaurantRowProps) {
  const { restaurant, isLocated, isFavourite, isBusy, onChoose, onFavourite } = props;
  return (
    <li className={styles.row}>
      <button type="button" className={styles.main} onClick={onChoose}>
        <span className={styles.name}>{restaurant.name}</span>
        <span className={styles.address}>{restaurant.address}</span>
        <OpenStatus store={restaurant} />
      </button>
      <div className={styles.side}>
        <button
          type="button"
          className={clsx(styles.favourite, isFavourite && styles.kept)}
          aria-label={isFavourite ? messages.unfavourite : messages.favourite}
          aria-busy={isBusy}
          onClick={onFavourite}
        >
          <svg
            width={22}
            height={22}
            viewBox="0 0 24 24"
            fill={isFavourite ? "currentColor" : "none"}
            stroke="currentColor"
            strokeWidth={1.75}
            strokeLinejoin="round"
            aria-hidden="true"
            focusable="false"
          >
            <path d={starPath} />
          </svg>
        </button>
        {isLocated && restaurant.distanceM !== null && (
          <span className={styles.distance}>{formatDistance(restaurant.distanceM)}</span>
        )}
      </div>
    </li>
  );
}
