import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import type { OrderDetail } from "#contract/order/schema.ts";
import { Card } from "#web/ui/Card/Card.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { orderMessages } from "../messages.ts";
import styles from "./RestaurantLocation.module.css";

const messages = orderMessages.order;

interface RestaurantLocationProps {
  restaurant: OrderDetail["restaurant"];
  /** Shows the restaurant on a map. */
  onOpenMap: () => void;
}

/** Restaurant of an order: address, directions, phone. */
export function RestaurantLocation({ restaurant, onOpenMap }: RestaurantLocationProps) {
  const actions = (
    <>
      {Number.isFinite(restaurant.latitude) && (
        <button type="button" className={styles.action} onClick={onOpenMap}>
          <Icon name="place" size={20} />
          {messages.directions}
        </button>
      )}
      {restaurant.phone !== "" && (
        <a href={`tel:${restaurant.phone}`} className={styles.action}>
          <Icon name="phone" size={20} />
          {messages.phone}
        </a>
      )}
    </>
  );
  return (
    <Card title={messages.store}>
      <Cell
        className={styles.restaurant ?? ""}
        center
        title={restaurant.storename}
        label={restaurant.address}
        extra={actions}
      />
    </Card>
  );
}
