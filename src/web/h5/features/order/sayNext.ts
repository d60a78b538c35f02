import type { OrderDetail } from "#contract/order/schema.ts";
import { formatWall } from "../../formatMoment.ts";
import { orderMessages } from "../../orderMessages.ts";

const words = orderMessages.order;

type Told = Pick<OrderDetail, "status" | "refund_status" | "order_type" | "booking_time"> & {
  /** Null for who sits nowhere yet, or when it is not told. */
  table_no: string | null;
};

/** What comes next, as a sentence. */
export function sayNext(order: Told): string {
  if (order.refund_status !== "none") return words.refund[order.refund_status];
  if (order.status === "pending_payment" && order.booking_time !== null)
    return words.nextBooked(formatWall(order.booking_time));
  if (order.status === "ready_for_pickup" && order.order_type === "dine_in")
    return order.table_no === null ? words.nextCalled : words.nextBrought;
  return words.next[order.status];
}

/** What the code is for: to be shown at the counter, to be called out, or of no use where the dishes are brought. */
export function sayCodeHint(order: Pick<Told, "order_type" | "table_no">): string {
  if (order.order_type !== "dine_in") return words.pickupHint;
  return order.table_no === null ? words.calledHint : words.broughtHint;
}
