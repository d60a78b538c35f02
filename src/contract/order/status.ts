/** Statuses of an order. */
export const orderStatuses = [
  "pending_payment",
  "paid",
  "accepted",
  "preparing",
  "ready_for_pickup",
  "delivering",
  "completed",
  "cancelled",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses of orders that are neither completed nor cancelled. */
export const openOrderStatuses = orderStatuses.filter(
  (status) => status !== "completed" && status !== "cancelled",
);

/** Refund statuses of an order; independent of its status. */
export const refundStatuses = [
  "none",
  "requested",
  "refunding",
  "partially_refunded",
  "refunded",
  "rejected",
  "failed",
] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** How a paid order was paid; `zero` when nothing was left to pay: by a voucher, or all of it with points. */
export const paymentMethods = ["wechat", "card", "zero"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const orderTypes = ["takeaway", "pickup", "dine_in"] as const;
export type OrderType = (typeof orderTypes)[number];

/**
 * Policies for a dish of a paid order that is not available: staff ask the customer, the dish is removed and
 * refunded, or the whole order is cancelled.
 */
export const soldoutPolicies = ["contact", "remove", "cancel_order"] as const;
export type SoldoutPolicy = (typeof soldoutPolicies)[number];

/** Columns of a restaurant's board with their statuses; unaccepted orders come first. */
export const boardColumns = {
  paid: ["paid"],
  accepted: ["accepted"],
  preparing: ["preparing"],
  leaving: ["ready_for_pickup", "delivering"],
} as const satisfies Record<string, readonly OrderStatus[]>;
export type BoardColumn = keyof typeof boardColumns;
export const boardColumnNames = Object.keys(boardColumns) as BoardColumn[];

/** Statuses that staff can set on a paid order. */
export const staffTransitions = [
  "accepted",
  "preparing",
  "ready_for_pickup",
  "delivering",
  "completed",
  "cancelled",
] as const;
export type StaffTransition = (typeof staffTransitions)[number];

/** Actions that the customer may take on an order now; computed by the server, shown as buttons. */
export const orderActions = ["pay", "cancel", "apply_refund", "reorder", "contact_service"] as const;
export type OrderAction = (typeof orderActions)[number];

export const orderFilters = ["all", "pending_payment", "active", "completed", "cancelled", "refund"] as const;
export type OrderFilter = (typeof orderFilters)[number];

export const orderStatusLabels: Record<OrderStatus, string> = {
  pending_payment: "待付款",
  paid: "已付款",
  accepted: "已接单",
  preparing: "制作中",
  ready_for_pickup: "待取餐",
  delivering: "配送中",
  completed: "已完成",
  cancelled: "已取消",
};

export const refundStatusLabels: Record<Exclude<RefundStatus, "none">, string> = {
  requested: "退款申请中",
  refunding: "退款中",
  partially_refunded: "部分退款",
  refunded: "已退款",
  rejected: "退款被拒",
  failed: "退款未成功",
};

interface OrderStatusFields {
  status: OrderStatus;
  refund_status: RefundStatus;
}

/**
 * Returns whether the refund is the headline of an order: once the order is over, unless the refund was
 * refused.
 */
export function isRefundHeadline({ status, refund_status: refund }: OrderStatusFields): boolean {
  const isOver = status === "completed" || status === "cancelled";
  return isOver && refund !== "none" && refund !== "rejected";
}

/** Formats the headline of an order: its own status, or its refund once the order is over. */
export function formatOrderStatus(order: OrderStatusFields): string {
  return order.refund_status !== "none" && isRefundHeadline(order)
    ? refundStatusLabels[order.refund_status]
    : orderStatusLabels[order.status];
}

/** Formats the refund tag beside the headline; null without a refund, and if the refund is the headline. */
export function formatRefundTag(order: OrderStatusFields): string | null {
  return order.refund_status === "none" || isRefundHeadline(order)
    ? null
    : refundStatusLabels[order.refund_status];
}
