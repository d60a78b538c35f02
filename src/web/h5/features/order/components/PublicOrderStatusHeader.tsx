import type { PublicOrder } from "#contract/order/public.schema.ts";
import { formatDateTime, formatLocalTime } from "#web/lib/time/formatTime.ts";
import { useHasPassed } from "#web/lib/time/useHasPassed.ts";
import { publicOrderUrl } from "../../../app/paths.ts";
import { formatLateness, promisedAtMs } from "../lateness.ts";
import { orderMessages } from "../messages.ts";
import { nextStepText, pickupCodeHint } from "../nextStepText.ts";
import styles from "./OrderStatusHeader.module.css";
import { PickupCode } from "./PickupCode.tsx";
import { RefundTag } from "./RefundTag.tsx";

const messages = orderMessages.order;

interface PublicOrderStatusHeaderProps {
  order: PublicOrder;
  /** Note about the shown status, or an empty text. */
  note: string;
}

/** Order status for recipients of its link. */
export function PublicOrderStatusHeader({ order, note }: PublicOrderStatusHeaderProps) {
  const { status, booking_time: booked } = order;
  const fulfilment = order.order_type === "takeaway" ? "takeaway" : "store";
  const hasPassed = useHasPassed(promisedAtMs(order));
  const late = formatLateness(order, hasPassed);
  const isOver = status === "completed" || status === "cancelled";
  return (
    <>
      <section className={styles.headline} data-status={status}>
        <div className={styles.line}>
          <h2 className={styles.state}>{order.status_text}</h2>
          <RefundTag order={order} />
        </div>
        <p className={styles.next}>{nextStepText(order)}</p>
        <ul className={styles.facts}>
          <li>{orderMessages.history.types[order.order_type]}</li>
          {order.table_no !== null && <li>{messages.table(order.table_no)}</li>}
          {late !== "" && <li>{late}</li>}
          {booked !== null && !isOver && late === "" && !hasPassed && (
            <li>{messages.booked[fulfilment](formatLocalTime(booked))}</li>
          )}
        </ul>
        <p className={styles.note} role="status">
          {note !== "" ? note : orderMessages.shared.since(formatDateTime(order.created_at), !isOver)}
        </p>
      </section>
      {order.pickup_code !== null && (
        <PickupCode
          code={order.pickup_code}
          link={publicOrderUrl(order.third_party_order_id)}
          hint={pickupCodeHint(order)}
        />
      )}
    </>
  );
}
