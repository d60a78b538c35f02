import { clsx } from "clsx";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { formatDistance } from "#contract/distance.ts";
import { SvgIcon } from "#web/ui/SvgIcon.tsx";
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
        <Cell
          border={false}
          title={<span className={styles.name}>{restaurant.name}</span>}
          label={
            <>
              <p className={styles.address}>{restaurant.address}</p>
              <OpenStatus store={restaurant} />
            </>
          }
        />
      </button>
      <div className={styles.side}>
        <button
          type="button"
          className={clsx(styles.favourite, isFavourite && styles.chosen)}
          aria-label={isFavourite ? messages.unfavourite : messages.favourite}
          aria-busy={isBusy}
          onClick={onFavourite}
        >
          <SvgIcon path={starPath} size={22} />
        </button>
        {isLocated && restaurant.distanceM !== null && (
          <span className={styles.distance}>{formatDistance(restaurant.distanceM)}</span>
        )}
      </div>
    </li>
  );
}
