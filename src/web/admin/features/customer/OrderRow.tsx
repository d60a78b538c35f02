import { formatYuan } from "#contract/money.ts";
import type { OrderSummary } from "#contract/order/schema.ts";
import { Picture } from "#web/shared/ui/Picture.tsx";
import { customerMessages } from "../../customerMessages.ts";
import { momentOf } from "../../formatTime.ts";
import styles from "./OrderRow.module.css";
import { formatStatuses, summaryOf } from "./quotedOf.ts";

const words = customerMessages.orders;

interface OrderRowProps {
  order: OrderSummary;
  onChoose: () => void;
}

/** One order in the customer's list. */
export function OrderRow({ order, onChoose }: OrderRowProps) {
  return (
    <li>
      <button type="button" className={styles.row} onClick={onChoose}>
        <Picture src={order.items[0]?.image ?? ""} alt="" size={44} />
        <span className={styles.main}>
          <span className={styles.line}>
            <b className={styles.store}>{order.restaurant.storename}</b>
            <span className={styles.status}>{formatStatuses(order)}</span>
          </span>
          <span className={styles.line}>
            <span className={styles.dishes}>{summaryOf(order)}</span>
            <b>{formatYuan(order.total_amount)}</b>
          </span>
          <span className={styles.quiet}>
            {words.types[order.order_type]} · {momentOf(order.created_at)}
          </span>
        </span>
      </button>
    </li>
  );
}
