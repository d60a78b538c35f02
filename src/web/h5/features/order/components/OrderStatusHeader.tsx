import { useEffect, useState } from "react";
import type { OrderDetail } from "#contract/order/schema.ts";
import { isRefundHeadline } from "#contract/order/status.ts";
import { formatCountdown, formatLocalTime, formatTimeOfDay } from "#web/lib/time/formatTime.ts";
import { useHasPassed } from "#web/lib/time/useHasPassed.ts";
import { formatLateness, promisedAtMs } from "../lateness.ts";
import { orderMessages } from "../messages.ts";
import { formatRefundLine, nextStepText } from "../nextStepText.ts";
import styles from "./OrderStatusHeader.module.css";
import { RefundTag } from "./RefundTag.tsx";

const messages = orderMessages.order;

interface OrderStatusHeaderProps {
  order: OrderDetail;
  /** Arrival time of the order, in ms of `performance.now()`. */
  receivedAt: number;
  /** Called when the time to pay is over. */
  onExpired: () => void;
}

/** Order status, the next step, and its time. */
export function OrderStatusHeader({ order, receivedAt, onExpired }: OrderStatusHeaderProps) {
  const isUnpaid = order.status === "pending_payment";
  const refundLine = formatRefundLine(order, order.refund_request?.answer);
  const hasPassed = useHasPassed(promisedAtMs(order));
  return (
    <section className={styles.headline} data-status={order.status}>
      <div className={styles.line}>
        <h2 className={styles.state}>{order.status_text}</h2>
        <RefundTag order={order} />
      </div>
      {isUnpaid && order.pay_remain_seconds > 0 && (
        <Countdown seconds={order.pay_remain_seconds} receivedAt={receivedAt} onEnd={onExpired} />
      )}
      <p className={styles.next}>{nextText(order)}</p>
      {refundLine !== null && <p className={styles.refund}>{refundLine}</p>}
      <Facts facts={listFacts(order, hasPassed)} />
    </section>
  );
}

/** Lists the promised time, the queue position, and the table. */
function listFacts(order: OrderDetail, hasPassed: boolean): string[] {
  const fulfilment = order.order_type === "takeaway" ? "takeaway" : "store";
  const isOver = order.status === "completed" || order.status === "cancelled";
  const { booking_time: booked, estimated_at: estimated, queue_before: before, table_no: table } = order;
  const facts = [];
  const late = formatLateness(order, hasPassed);
  if (late !== "") facts.push(late);
  else if (!hasPassed && !isOver) {
    if (booked !== null) facts.push(messages.booked[fulfilment](formatLocalTime(booked)));
    else if (estimated !== null) facts.push(messages.estimated[fulfilment](formatTimeOfDay(estimated)));
  }
  if (before !== null && before > 0) facts.push(messages.queue(before));
  if (table !== null && !isOver) facts.push(messages.table(table));
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
  const showsCancelReason = order.status === "cancelled" && !isRefundHeadline(order);
  return (showsCancelReason ? order.cancel_reason : null) ?? nextStepText(order);
}

interface CountdownProps {
  seconds: number;
  receivedAt: number;
  onEnd: () => void;
}

/** Counts down from the server's seconds on a monotonic clock, independent of a wrong clock on the phone. */
function Countdown({ seconds, receivedAt, onEnd }: CountdownProps) {
  const [now, setNow] = useState(() => performance.now());
  // A newer response may have arrived after the last tick.
  const remainingSeconds = seconds - Math.max(0, now - receivedAt) / 1000;
  const isOver = remainingSeconds <= 0;
  useEffect(() => {
    if (isOver) {
      onEnd();
      return;
    }
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver, onEnd]);
  return (
    <p className={styles.countdown}>
      {messages.remaining} <strong>{formatCountdown(remainingSeconds)}</strong>
    </p>
  );
}
