import type { OrderSummary } from "#contract/order/schema.ts";
import { AppLink } from "#web/shared/ui/AppLink.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { Picture } from "#web/shared/ui/Picture.tsx";
import { Price } from "#web/shared/ui/Price.tsx";
import { homeMoreMessages } from "../../homeMoreMessages.ts";
import { RefundTag } from "../../RefundTag.tsx";
import styles from "./OrderCard.module.css";

const words = homeMoreMessages;

interface OrderCardProps {
  order: OrderSummary;
  /** Present for an order that is over: has the same again. */
  onAgain?: () => void;
}

/** An order in brief; it leads to the order's own page. */
export function OrderCard({ order, onAgain }: OrderCardProps) {
  const path = `/order/${order.order_id}`;
  const isCurrent = onAgain === undefined;
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{isCurrent ? words.current : words.lastTime}</h2>
      <div className={styles.card}>
        <AppLink to={path}>
          <span className={styles.head}>
            <span className={styles.store}>{order.restaurant.storename}</span>
            <span className={isCurrent ? styles.live : styles.done}>{order.status_text}</span>
          </span>
          <RefundTag order={order} />
          <Dishes order={order} />
        </AppLink>
        {isCurrent ? (
          <AppLink className={styles.action} to={path}>
            {order.order_type === "takeaway" || order.pickup_code === null
              ? words.follow
              : words.pickupCode(order.pickup_code)}
            <Icon name="chevron" size={16} />
          </AppLink>
        ) : (
          <button type="button" className={styles.action} onClick={onAgain}>
            {words.again}
            <Icon name="chevron" size={16} />
          </button>
        )}
      </div>
    </section>
  );
}

function Dishes({ order }: { order: OrderSummary }) {
  return (
    <span className={styles.body}>
      {order.items.slice(0, 3).map((item, index) => (
        <Picture key={item.id} src={item.image} alt={item.name} size={52} tint={index} />
      ))}
      <span className={styles.sum}>
        <Price fen={order.total_amount} size="small" />
        <span className={styles.count}>{words.itemCount(order.item_count)}</span>
      </span>
    </span>
  );
}
