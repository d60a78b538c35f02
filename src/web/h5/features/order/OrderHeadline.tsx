import { useEffect, useState } from "react";
import type { OrderDetail } from "#contract/order/schema.ts";
import { formatClock, formatCountdown, formatWall } from "../../formatMoment.ts";
import { orderMessages } from "../../orderMessages.ts";
import styles from "./OrderHeadline.module.css";
import { sayNext } from "./sayNext.ts";

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
  return (
    <section className={styles.headline} data-status={order.status}>
      <h2 className={styles.state}>{order.status_text}</h2>
      {isUnpaid && order.pay_remain_seconds > 0 && (
        <Countdown seconds={order.pay_remain_seconds} receivedAt={receivedAt} onOver={onExpired} />
      )}
      <p className={styles.next}>{nextText(order)}</p>
      <Facts facts={factsOf(order)} />
    </section>
  );
}

/** When it is promised, how many are served before, and at which table. */
function factsOf(order: OrderDetail): string[] {
  const place = order.order_type === "takeaway" ? "takeaway" : "store";
  const isOver = order.status === "completed" || order.status === "cancelled";
  const { booking_time: booked, estimated_at: estimated, queue_before: before, table_no: table } = order;
  const facts = [];
  if (booked !== null && !isOver) facts.push(words.booked[place](formatWall(booked)));
  else if (estimated !== null) facts.push(words.estimated[place](formatClock(estimated)));
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
  const isAnswered = order.refund_status === "none" && order.status === "cancelled";
  return (isAnswered ? order.cancel_reason : null) ?? sayNext(order);
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
