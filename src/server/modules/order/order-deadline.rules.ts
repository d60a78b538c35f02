import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import type { OrderStatus } from "#contract/order/status.ts";
import { limits } from "../../limits.ts";
import { addMs } from "../../platform/time/clock.ts";
import { findBusinessDay } from "../restaurant/opening-hours.rules.ts";
import type { RestaurantRow } from "../restaurant/restaurant.repository.ts";
import type { OrderRow } from "./order.repository.ts";

/** Settings with which the order was placed. */
type Rules = Pick<ChainSettings, "orders">;
/** Settings of a restaurant that affect deadlines; undefined for a deleted restaurant. */
type RestaurantTiming =
  | Pick<RestaurantRow, "autoAccept" | "orderLimitMinutes" | "weekHours" | "specialDays">
  | undefined;
type OrderTimes = Pick<OrderRow, "acceptedAt" | "bookingAt">;

const minuteMs = 60_000;

/** Returns when the time for preparing an order starts: its acceptance, or the booked time. */
function workStartedAt({ acceptedAt, bookingAt }: OrderTimes, now: Date): Date {
  const accepted = acceptedAt ?? now;
  return bookingAt !== null && bookingAt > accepted ? bookingAt : accepted;
}

/** Returns when an accepted or preparing order exceeds its restaurant's time limit. */
export function overdueAt(order: OrderTimes, restaurant: RestaurantTiming, now: Date, rules: Rules): Date {
  const limitMs = restaurant?.orderLimitMinutes
    ? restaurant.orderLimitMinutes * minuteMs
    : rules.orders.overdue_minutes * minuteMs;
  return addMs(workStartedAt(order, now), limitMs);
}

/** Returns when the system completes an order without progress: when its business day ends, if overdue. */
export function autoCompleteAt(
  order: OrderTimes,
  restaurant: RestaurantTiming,
  now: Date,
  rules: Rules,
): Date {
  const overdue = overdueAt(order, restaurant, now, rules);
  const dayEnd =
    restaurant === undefined ? overdue : findBusinessDay(workStartedAt(order, now), restaurant).until;
  return dayEnd > overdue ? dayEnd : overdue;
}

/** Returns when an order that the restaurant has not accepted manually is cancelled. */
export function acceptanceDeadline({ paidAt }: Pick<OrderRow, "paidAt">, now: Date, rules: Rules): Date {
  return addMs(paidAt ?? now, rules.orders.unaccepted_minutes * minuteMs);
}

/**
 * Returns when the sweeper has to check an order that just entered a state; null when time changes nothing
 * there. Food ready before the booked time waits for its customer from that time on.
 */
export function nextDueAt(
  status: OrderStatus,
  {
    order,
    restaurant,
    now,
    rules,
  }: { order: OrderTimes; restaurant: RestaurantTiming; now: Date; rules: Rules },
): Date | null {
  if (status === "paid")
    return addMs(
      now,
      restaurant?.autoAccept
        ? rules.orders.auto_accept_seconds * 1_000
        : rules.orders.unaccepted_minutes * minuteMs - limits.unacceptedWarningMs,
    );
  if (status === "accepted") return overdueAt({ ...order, acceptedAt: now }, restaurant, now, rules);
  if (status === "preparing") return overdueAt(order, restaurant, now, rules);
  if (status === "ready_for_pickup") {
    const from = order.bookingAt !== null && order.bookingAt > now ? order.bookingAt : now;
    return addMs(from, rules.orders.complete_ready_minutes * minuteMs);
  }
  if (status === "delivering") return addMs(now, rules.orders.complete_delivering_minutes * minuteMs);
  return null;
}
