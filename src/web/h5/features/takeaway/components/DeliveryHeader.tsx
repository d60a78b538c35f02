import { formatDistance } from "#contract/distance.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { menuMessages } from "../../menu/messages.ts";
import { formatOpenStatus } from "../../restaurant/formatOpenStatus.ts";
import type { Restaurant } from "../../restaurant/Restaurant.ts";
import styles from "./DeliveryHeader.module.css";

const messages = menuMessages;

interface DeliveryHeaderProps {
  /** Display line of the address; null while there is none. */
  address: string | null;
  restaurant: Restaurant | null;
  /** Shown in place of the restaurant while there is none. */
  note: string;
  deliveryTime: string;
  onPickAddress: () => void;
}

/** Delivery address and restaurant. */
export function DeliveryHeader({
  address,
  restaurant,
  note,
  deliveryTime,
  onPickAddress,
}: DeliveryHeaderProps) {
  return (
    <div className={styles.header}>
      <button type="button" className={styles.address} onClick={onPickAddress}>
        <Icon name="place" size={18} className={styles.pin} />
        <span className={styles.line}>{address ?? messages.pickAddress}</span>
        {/* Not before the text beside it is final: it would move. */}
        {(address !== null || note === "") && <Icon name="chevron" size={16} />}
      </button>
      <p className={styles.store}>
        {restaurant === null ? note : <RestaurantLine store={restaurant} time={deliveryTime} />}
      </p>
    </div>
  );
}

function RestaurantLine({ store, time }: { store: Restaurant; time: string }) {
  return (
    <>
      <span>{store.name}</span>
      {store.distanceM !== null && <span>{formatDistance(store.distanceM)}</span>}
      <span className={styles.state} data-open={store.canOrder || undefined}>
        {formatOpenStatus(store)}
      </span>
      {/* Last, because it loads with the menu: nothing may move then. */}
      {time !== "" && store.canOrder && <span>{time}</span>}
    </>
  );
}
