import type { OrderDetail } from "#contract/order/schema.ts";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { orderMessages } from "../../orderMessages.ts";
import { Card } from "./Card.tsx";
import styles from "./StoreWay.module.css";

const words = orderMessages.order;

interface StoreWayProps {
  restaurant: OrderDetail["restaurant"];
  /** Shows the store on a map. */
  onWay: () => void;
}

/** The store of an order: where it is, how to get there, how to call it. */
export function StoreWay({ restaurant, onWay }: StoreWayProps) {
  return (
    <Card title={words.store}>
      <div className={styles.store}>
        <div className={styles.text}>
          <p className={styles.name}>{restaurant.storename}</p>
          <p className={styles.address}>{restaurant.address}</p>
        </div>
        {Number.isFinite(restaurant.latitude) && (
          <button type="button" className={styles.action} onClick={onWay}>
            <Icon name="place" size={20} />
            {words.way}
          </button>
        )}
        {restaurant.phone !== "" && (
          <a href={`tel:${restaurant.phone}`} className={styles.action}>
            <Icon name="phone" size={20} />
            {words.phone}
          </a>
        )}
      </div>
    </Card>
  );
}
