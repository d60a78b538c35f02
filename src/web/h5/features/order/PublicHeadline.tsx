import type { PublicOrder } from "#contract/order/public.schema.ts";
import { formatMoment, formatWall } from "../../formatMoment.ts";
import { orderMessages } from "../../orderMessages.ts";
import styles from "./OrderHeadline.module.css";
import codeStyles from "./PickupCode.module.css";
import { sayCodeHint, sayNext } from "./sayNext.ts";

const words = orderMessages.order;

interface PublicHeadlineProps {
  order: PublicOrder;
  /** Something to say about what is shown, or an empty text. */
  note: string;
}

/** Where somebody's order is, for whom they sent the link to. */
export function PublicHeadline({ order, note }: PublicHeadlineProps) {
  const { status, booking_time: booked } = order;
  const place = order.order_type === "takeaway" ? "takeaway" : "store";
  const isOver = status === "completed" || status === "cancelled";
  return (
    <>
      <section className={styles.headline} data-status={status}>
        <h2 className={styles.state}>{order.status_text}</h2>
        <p className={styles.next}>{sayNext({ ...order, table_no: null })}</p>
        <ul className={styles.facts}>
          <li>{orderMessages.history.types[order.order_type]}</li>
          {booked !== null && !isOver && <li>{words.booked[place](formatWall(booked))}</li>}
        </ul>
        <p className={styles.note} role="status">
          {note !== "" ? note : orderMessages.shared.since(formatMoment(order.created_at), !isOver)}
        </p>
      </section>
      {order.pickup_code !== null && (
        <section className={codeStyles.card} aria-label={words.pickupCode}>
          <div>
            <h2 className={codeStyles.label}>{words.pickupCode}</h2>
            <p className={codeStyles.code}>{order.pickup_code}</p>
            <p className={codeStyles.label}>{sayCodeHint({ ...order, table_no: null })}</p>
          </div>
        </section>
      )}
    </>
  );
}
