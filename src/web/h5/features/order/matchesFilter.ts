import type { OrderFilter, OrderStatus, RefundStatus } from "#contract/order/status.ts";

/** Returns whether an order matches a list filter, by the server's rules. */
export function matchesFilter(
  order: { status: OrderStatus; refund_status: RefundStatus },
  filter: OrderFilter,
): boolean {
  if (filter === "all") return true;
  if (filter === "refund") return order.refund_status !== "none";
  if (filter !== "active") return order.status === filter;
  return !["pending_payment", "completed", "cancelled"].includes(order.status);
}
