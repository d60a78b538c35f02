import type { OrderStatus, RefundStatus } from "#contract/order/status.ts";

const endedStatuses: readonly OrderStatus[] = ["completed", "cancelled"];
const pendingRefundStatuses: readonly RefundStatus[] = ["requested", "refunding", "failed"];

/** Returns whether an order may still change without its customer. */
export function isLive(order: { status: OrderStatus; refund_status: RefundStatus }): boolean {
  return !endedStatuses.includes(order.status) || pendingRefundStatuses.includes(order.refund_status);
}
