import {
  type OrderStatus,
  type OrderType,
  type StaffTransition,
  staffTransitions,
} from "#contract/order/status.ts";

/** Who changes an order. */
export type Actor = "customer" | "staff" | "store" | "system" | "provider";

const anyoneButProvider: Actor[] = ["customer", "staff", "store", "system"];

/** The whole life of an order: from where, to where, by whom. What is not listed cannot happen. */
export const transitions: Record<OrderStatus, Partial<Record<OrderStatus, readonly Actor[]>>> = {
  pending_payment: { paid: ["provider", "system"], cancelled: anyoneButProvider },
  paid: { accepted: ["store", "system"], cancelled: anyoneButProvider },
  // What the store does not move is completed by the system in the end.
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

/** Whether a change is in the table; a takeaway is brought and never waits at the counter, the others the other way. */
export function canTransition(
  order: { status: OrderStatus; type: OrderType },
  to: OrderStatus,
  actor: Actor,
): boolean {
  if (to === "delivering" && order.type !== "takeaway") return false;
  if (to === "ready_for_pickup" && order.type === "takeaway") return false;
  return transitions[order.status][to]?.includes(actor) ?? false;
}

/** Where the store may move an order now. */
export function nextStatuses(order: { status: OrderStatus; type: OrderType }): StaffTransition[] {
  return staffTransitions.filter((to) => canTransition(order, to, "store"));
}

/** States in which money has arrived and the food is on its way. */
export const activeStatuses: OrderStatus[] = [
  "paid",
  "accepted",
  "preparing",
  "ready_for_pickup",
  "delivering",
];
