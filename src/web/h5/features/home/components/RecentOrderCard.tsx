import type { OrderSummary } from "#contract/order/schema.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { RefundTag } from "../../order/components/RefundTag.tsx";
import { homeLazyMessages } from "../lazyMessages.ts";
import styles from "./RecentOrderCard.module.css";

const messages = homeLazyMessages;

interface RecentOrderCardProps {
  order: OrderSummary;
  /** Present for a finished order: orders the same again. */
  onReorder?: () => void;
}

/** Order summary; links to the order's page. */
export function RecentOrderCard({ order, onReorder }: RecentOrderCardProps) {
  const path = `/order/${order.order_id}`;
  const isCurrent = onReorder === undefined;
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{isCurrent ? messages.current : messages.lastTime}</h2>
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
              ? messages.follow
              : messages.pickupCode(order.pickup_code)}
            <Icon name="chevron" size={16} />
          </AppLink>
        ) : (
          <button type="button" className={styles.action} onClick={onReorder}>
            {messages.reorder}
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
        <DishImage key={item.id} src={item.image} alt={item.name} size={52} tint={index} />
      ))}
      <span className={styles.sum}>
        <Price fen={order.pay_amount} size="small" />
        <span className={styles.count}>{messages.itemCount(order.item_count)}</span>
      </span>
    </span>
  );
}
