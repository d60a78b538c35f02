import type { OrderDetail } from "#contract/order/schema.ts";
import { isRefundHeadline } from "#contract/order/status.ts";
import { formatWall, wallMs } from "../../formatMoment.ts";
import { orderMessages } from "../../orderMessages.ts";

const words = orderMessages.order;

type Told = Pick<OrderDetail, "status" | "refund_status" | "order_type" | "booking_time"> & {
  /** Null for who sits nowhere yet, or when it is not told. */
  table_no: string | null;
};

/** What comes next, as a sentence; a booked time before `now` (ms) is not promised. */
export function sayNext(order: Told, now = Date.now()): string {
  if (order.refund_status !== "none" && isRefundHeadline(order)) return words.refund[order.refund_status];
  if (order.status === "pending_payment" && order.booking_time !== null)
    return (wallMs(order.booking_time) ?? now) < now
      ? words.nextBookedPast
      : words.nextBooked(formatWall(order.booking_time));
  if (order.status === "ready_for_pickup" && order.order_type === "dine_in")
    return order.table_no === null ? words.nextCalled : words.nextBrought;
  return words.next[order.status];
}

/** How the refund stands, as a line beside the order's own state; null where the refund is the headline, or there is none. */
export function formatRefundLine(
  order: Pick<Told, "status" | "refund_status">,
  answer: string | null = null,
): string | null {
  if (order.refund_status === "none" || isRefundHeadline(order)) return null;
  return order.refund_status === "rejected" && answer
    ? words.refundRejected(answer)
    : words.refund[order.refund_status];
}

/** What the code is for: to be shown at the counter, to be called out, or of no use where the dishes are brought. */
export function sayCodeHint(order: Pick<Told, "order_type" | "table_no">): string {
  if (order.order_type !== "dine_in") return words.pickupHint;
  return order.table_no === null ? words.calledHint : words.broughtHint;
}
