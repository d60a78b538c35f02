import {
  type OrderStatus,
  type OrderType,
  type StaffTransition,
  staffTransitions,
} from "#contract/order/status.ts";

/** Actor of an order change. */
export type Actor = "customer" | "staff" | "store" | "system" | "provider";

/** Default reason for a cancellation by the restaurant. */
export const defaultCancelReason = "门店取消了订单";

const anyoneButProvider: Actor[] = ["customer", "staff", "store", "system"];

/** All transitions of an order: from, to, and allowed actors. Any other transition is forbidden. */
export const transitions: Record<OrderStatus, Partial<Record<OrderStatus, readonly Actor[]>>> = {
  pending_payment: { paid: ["provider", "system"], cancelled: anyoneButProvider },
  paid: { accepted: ["store", "system"], cancelled: anyoneButProvider },
  // An order without progress at its restaurant is completed by the system in the end.
  accepted: { preparing: ["store"], completed: ["system"], cancelled: anyoneButProvider },
  preparing: {
    ready_for_pickup: ["store"],
    delivering: ["store"],
    completed: ["system"],
    cancelled: ["staff", "store", "system"],
  },
  ready_for_pickup: { completed: ["store", "customer", "system"], cancelled: ["staff", "system"] },
  delivering: { completed: ["store", "customer", "system"], cancelled: ["staff", "system"] },
  completed: {},
  cancelled: {},
};

/**
 * Returns whether a transition is allowed; takeaway orders are delivered and never wait at the counter,
 * others the reverse.
 */
export function canTransition(
  order: { status: OrderStatus; type: OrderType },
  to: OrderStatus,
  actor: Actor,
): boolean {
  if (to === "delivering" && order.type !== "takeaway") return false;
  if (to === "ready_for_pickup" && order.type === "takeaway") return false;
  return transitions[order.status][to]?.includes(actor) ?? false;
}

/** Lists the states that restaurant staff may set on an order now. */
export function nextStatuses(order: { status: OrderStatus; type: OrderType }): StaffTransition[] {
  return staffTransitions.filter((to) => canTransition(order, to, "store"));
}

/** States in which the order is paid and not yet handed over. */
export const activeStatuses: OrderStatus[] = [
  "paid",
  "accepted",
  "preparing",
  "ready_for_pickup",
  "delivering",
];
