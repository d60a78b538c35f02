import { formatYuan } from "#contract/money.ts";
import type { OrderSummary } from "#contract/order/schema.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { customerMessages } from "./customerMessages.ts";
import styles from "./OrderRow.module.css";
import { formatOrderSummary, formatStatuses } from "./orderQuote.ts";

const messages = customerMessages.orders;

interface OrderRowProps {
  order: OrderSummary;
  onSelect: () => void;
}

/** Order in the customer's list. */
export function OrderRow({ order, onSelect }: OrderRowProps) {
  return (
    <li>
      <button type="button" className={styles.row} onClick={onSelect}>
        <DishImage src={order.items[0]?.image ?? ""} alt="" size={44} />
        <span className={styles.main}>
          <span className={styles.line}>
            <b className={styles.store}>{order.restaurant.storename}</b>
            <span className={styles.status}>{formatStatuses(order)}</span>
          </span>
          <span className={styles.line}>
            <span className={styles.dishes}>{formatOrderSummary(order)}</span>
            <b>{formatYuan(order.total_amount)}</b>
          </span>
          <span className={styles.quiet}>
            {messages.types[order.order_type]} · {formatDateTime(order.created_at)}
          </span>
        </span>
      </button>
    </li>
  );
}
