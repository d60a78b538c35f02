import { useEffect, useState } from "react";
import type { OrderDetail } from "#contract/order/schema.ts";
import { isRefundHeadline } from "#contract/order/status.ts";
import { useHasPassed } from "#web/shared/useHasPassed.ts";
import { formatClock, formatCountdown, formatWall } from "../../formatMoment.ts";
import { orderMessages } from "../../orderMessages.ts";
import { RefundTag } from "../../RefundTag.tsx";
import { formatLateness, promisedMs } from "./lateness.ts";
import styles from "./OrderHeadline.module.css";
import { formatRefundLine, sayNext } from "./sayNext.ts";

const words = orderMessages.order;

interface OrderHeadlineProps {
  order: OrderDetail;
  /** When the order was received, in ms of `performance.now()`. */
  receivedAt: number;
  /** The time to pay is over. */
  onExpired: () => void;
}

/** Where the order is, what comes next, and when. */
export function OrderHeadline({ order, receivedAt, onExpired }: OrderHeadlineProps) {
  const isUnpaid = order.status === "pending_payment";
  const refundLine = formatRefundLine(order, order.refund_request?.answer);
  const hasPassed = useHasPassed(promisedMs(order));
  return (
    <section className={styles.headline} data-status={order.status}>
      <div className={styles.line}>
        <h2 className={styles.state}>{order.status_text}</h2>
        <RefundTag order={order} />
      </div>
      {isUnpaid && order.pay_remain_seconds > 0 && (
        <Countdown seconds={order.pay_remain_seconds} receivedAt={receivedAt} onOver={onExpired} />
      )}
      <p className={styles.next}>{nextText(order)}</p>
      {refundLine !== null && <p className={styles.refund}>{refundLine}</p>}
      <Facts facts={factsOf(order, hasPassed)} />
    </section>
  );
}

/** When it is promised, how many are served before, and at which table. */
function factsOf(order: OrderDetail, hasPassed: boolean): string[] {
  const place = order.order_type === "takeaway" ? "takeaway" : "store";
  const isOver = order.status === "completed" || order.status === "cancelled";
  const { booking_time: booked, estimated_at: estimated, queue_before: before, table_no: table } = order;
  const facts = [];
  const late = formatLateness(order, hasPassed);
  if (late !== "") facts.push(late);
  else if (!hasPassed && !isOver) {
    if (booked !== null) facts.push(words.booked[place](formatWall(booked)));
    else if (estimated !== null) facts.push(words.estimated[place](formatClock(estimated)));
  }
  if (before !== null && before > 0) facts.push(words.queue(before));
  if (table !== null && !isOver) facts.push(words.table(table));
  return facts;
}

function Facts({ facts }: { facts: readonly string[] }) {
  if (facts.length === 0) return null;
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

function nextText(order: OrderDetail): string {
  const isToldWhy = order.status === "cancelled" && !isRefundHeadline(order);
  return (isToldWhy ? order.cancel_reason : null) ?? sayNext(order);
}

interface CountdownProps {
  seconds: number;
  receivedAt: number;
  onOver: () => void;
}

/** Counts from what the server said on a clock that only runs forward: a wrong clock on the phone changes nothing. */
function Countdown({ seconds, receivedAt, onOver }: CountdownProps) {
  const [now, setNow] = useState(() => performance.now());
  // A newer answer may have come after the last tick.
  const left = seconds - Math.max(0, now - receivedAt) / 1000;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) {
      onOver();
      return;
    }
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver, onOver]);
  return (
    <p className={styles.countdown}>
      {words.remaining} <strong>{formatCountdown(left)}</strong>
    </p>
  );
}
