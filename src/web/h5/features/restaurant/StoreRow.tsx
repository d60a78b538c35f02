import { formatDistance } from "#contract/distance.ts";
import { cx } from "#web/shared/ui/cx.ts";
import { restaurantMessages } from "../../restaurantMessages.ts";
import type { Store } from "./Store.ts";
import styles from "./StoreRow.module.css";
import { StoreState } from "./StoreState.tsx";

const words = restaurantMessages;
const star = "M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z";

interface StoreRowProps {
  store: Store;
  /** The distance is the customer's own. */
  isLocated: boolean;
  isFavourite: boolean;
  /** The favourite is being changed. */
  isBusy: boolean;
  onChoose: () => void;
  onFavourite: () => void;
}

/** A store to choose, and to keep as a favourite. */
export function StoreRow(props: StoreRowProps) {
  const { store, isLocated, isFavourite, isBusy, onChoose, onFavourite } = props;
  return (
    <li className={styles.row}>
      <button type="button" className={styles.main} onClick={onChoose}>
        <span className={styles.name}>{store.name}</span>
        <span className={styles.address}>{store.address}</span>
        <StoreState store={store} />
      </button>
      <div className={styles.side}>
        <button
          type="button"
          className={cx(styles.favourite, isFavourite && styles.kept)}
          aria-label={isFavourite ? words.unfavourite : words.favourite}
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
            <path d={star} />
          </svg>
        </button>
        {isLocated && store.distanceM !== null && (
          <span className={styles.distance}>{formatDistance(store.distanceM)}</span>
        )}
      </div>
    </li>
  );
}
