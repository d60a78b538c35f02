import type { OrderDetail } from "#contract/order/schema.ts";
import { isRefundHeadline } from "#contract/order/status.ts";
import { formatLocalTime, parseLocalTimeMs } from "#web/lib/time/formatTime.ts";
import { orderMessages } from "./messages.ts";

const messages = orderMessages.order;

type OrderProgress = Pick<OrderDetail, "status" | "refund_status" | "order_type" | "booking_time"> & {
  /** Null without a table yet, or when unknown. */
  table_no: string | null;
};

/** Formats the next step as a sentence; a booked time before `now` (ms) is not promised. */
export function nextStepText(order: OrderProgress, now = Date.now()): string {
  if (order.refund_status !== "none" && isRefundHeadline(order)) return messages.refund[order.refund_status];
  if (order.booking_time !== null) {
    const isPast = (parseLocalTimeMs(order.booking_time) ?? now) < now;
    const time = formatLocalTime(order.booking_time);
    if (order.status === "pending_payment")
      return isPast ? messages.nextBookedPast : messages.nextBooked(time);
    if (order.status === "accepted" && !isPast) return messages.nextAcceptedBooked(time);
  }
  if (order.status === "ready_for_pickup" && order.order_type === "dine_in")
    return order.table_no === null ? messages.nextCalled : messages.nextBrought;
  return messages.next[order.status];
}

/**
 * Formats the refund status as a line beside the order's own; null where the refund is the headline, or there
 * is none.
 */
export function formatRefundLine(
  order: Pick<OrderProgress, "status" | "refund_status">,
  answer: string | null = null,
): string | null {
  if (order.refund_status === "none" || isRefundHeadline(order)) return null;
  return order.refund_status === "rejected" && answer
    ? messages.refundRejected(answer)
    : messages.refund[order.refund_status];
}

/**
 * Returns the explanation of the pickup code: to be shown at the counter, to be called out, or not needed
 * where dishes are served.
 */
export function pickupCodeHint(order: Pick<OrderProgress, "order_type" | "table_no">): string {
  if (order.order_type !== "dine_in") return messages.pickupHint;
  return order.table_no === null ? messages.calledHint : messages.broughtHint;
}
