import type { OrderSummary } from "#contract/order/schema.ts";
import type { OrderAction } from "#contract/order/status.ts";
import { formatDateTime, formatLocalTime } from "#web/lib/time/formatTime.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { Tag } from "#web/ui/Tag/Tag.tsx";
import { isLive } from "../isLive.ts";
import { formatLateness } from "../lateness.ts";
import { orderMessages } from "../messages.ts";
import { usePromiseHasPassed } from "../usePromiseHasPassed.ts";
import { OrderActions } from "./OrderActions.tsx";
import styles from "./OrderCard.module.css";
import { RefundTag } from "./RefundTag.tsx";

const messages = orderMessages.history;

interface OrderCardProps {
  order: OrderSummary;
  busy: OrderAction | null;
  onOpen: () => void;
  onAction: (action: OrderAction) => void;
}

/** Order in the list. */
export function OrderCard({ order, busy, onOpen, onAction }: OrderCardProps) {
  const { restaurant, items } = order;
  return (
    <li className={styles.card}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.head}>
          <Tag tone="accent">{messages.types[order.order_type]}</Tag>
          <span className={styles.name}>{restaurant.storename}</span>
          <Icon name="chevron" size={14} />
          <span className={styles.state} data-live={isLive(order) || undefined}>
            {order.status_text}
          </span>
        </span>
        <RefundTag order={order} />
        <span className={styles.body}>
          <span className={styles.pictures}>
            {items.slice(0, 3).map((item, index) => (
              <DishImage key={item.id} src={item.image} alt={item.name} tint={index} size={56} />
            ))}
            {items.length === 1 && <span className={styles.name}>{items[0]?.name}</span>}
          </span>
          <span className={styles.amount}>
            <Price fen={order.pay_amount} />
            <span className={styles.quiet}>{messages.count(order.item_count)}</span>
          </span>
        </span>
      </button>
      <div className={styles.foot}>
        <OrderTime order={order} />
        <OrderActions actions={order.actions} busy={busy} onAction={onAction} size="small" />
      </div>
    </li>
  );
}

/** Shows the booked time, else that the order is late, else when it was placed. */
function OrderTime({ order }: { order: OrderSummary }) {
  const hasPassed = usePromiseHasPassed(order);
  const late = formatLateness(order, hasPassed);
  if (late !== "") return <span className={styles.quiet}>{late}</span>;
  if (order.booking_time !== null && !hasPassed)
    return <span className={styles.quiet}>{messages.booked(formatLocalTime(order.booking_time))}</span>;
  return (
    <time className={styles.quiet} dateTime={order.created_at}>
      {formatDateTime(order.created_at)}
    </time>
  );
}
