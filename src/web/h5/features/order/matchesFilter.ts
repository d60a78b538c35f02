import type { OrderFilter, OrderStatus, RefundStatus } from "#contract/order/status.ts";

/** Whether an order belongs to a kind of the list, as the server sorts them. */
export function matchesFilter(
  order: { status: OrderStatus; refund_status: RefundStatus },
  filter: OrderFilter,
): boolean {
  if (filter === "all") return true;
  if (filter === "refund") return order.refund_status !== "none";
  if (filter !== "active") return order.status === filter;
  return !["pending_payment", "completed", "cancelled"].includes(order.status);
}
