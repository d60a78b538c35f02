import { type ReactNode, useMemo } from "react";
import { CountDown } from "react-vant/es/count-down/index.js";
import "react-vant/es/count-down/style/index.css";
import type { OrderDetail } from "#contract/order/schema.ts";
import { isRefundHeadline } from "#contract/order/status.ts";
import { formatCountdown, formatLocalTime, formatTimeOfDay } from "#web/lib/time/formatTime.ts";
import { Tag } from "#web/ui/Tag/Tag.tsx";
import { formatLateness } from "../lateness.ts";
import { orderMessages } from "../messages.ts";
import { formatRefundLine, nextStepText } from "../nextStepText.ts";
import { usePromiseHasPassed } from "../usePromiseHasPassed.ts";
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

/** Status of the customer's own order, the next step, and its time. */
export function OrderStatusHeader({ order, receivedAt, onExpired }: OrderStatusHeaderProps) {
  const isUnpaid = order.status === "pending_payment";
  const refundLine = formatRefundLine(order, order.refund_request?.answer);
  const hasPassed = usePromiseHasPassed(order);
  return (
    <StatusHeader order={order} next={nextText(order)} facts={listFacts(order, hasPassed)}>
      {isUnpaid && order.pay_remain_seconds > 0 && (
        <PayCountdown seconds={order.pay_remain_seconds} receivedAt={receivedAt} onEnd={onExpired} />
      )}
      {refundLine !== null && <p className={styles.refund}>{refundLine}</p>}
      {order.status === "cancelled" && order.by_voucher && (
        <p className={styles.refund}>{messages.voucherReturned}</p>
      )}
    </StatusHeader>
  );
}

interface StatusHeaderProps {
  order: Pick<OrderDetail, "status" | "status_text" | "refund_status">;
  /** What happens next. */
  next: string;
  facts: readonly string[];
  /** Lines between the next step and the facts. */
  children?: ReactNode;
}

/** Head of an order's page: its status, the next step, and facts such as the promised time. */
export function StatusHeader({ order, next, facts, children }: StatusHeaderProps) {
  return (
    <section className={styles.headline} data-status={order.status}>
      <div className={styles.tags}>
        <h2 className={styles.state}>{order.status_text}</h2>
        <RefundTag order={order} />
      </div>
      <p className={styles.quiet}>{next}</p>
      {children}
      <div className={styles.tags}>
        {facts.map((fact) => (
          <Tag key={fact} tone="amber">
            {fact}
          </Tag>
        ))}
      </div>
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

function nextText(order: OrderDetail): string {
  const showsCancelReason = order.status === "cancelled" && !isRefundHeadline(order);
  return (showsCancelReason ? order.cancel_reason : null) ?? nextStepText(order);
}

interface PayCountdownProps {
  seconds: number;
  receivedAt: number;
  onEnd: () => void;
}

/** Counts down from the server's seconds, independent of a wrong clock on the phone. */
function PayCountdown({ seconds, receivedAt, onEnd }: PayCountdownProps) {
  const remainingMs = useMemo(
    () => Math.max(0, seconds * 1000 - (performance.now() - receivedAt)),
    [seconds, receivedAt],
  );
  return (
    <div className={styles.tags}>
      {messages.remaining}
      <CountDown className={styles.countdown ?? ""} time={remainingMs} onFinish={onEnd}>
        {({ total }) => formatCountdown(total / 1000)}
      </CountDown>
    </div>
  );
}
