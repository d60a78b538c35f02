import type { OrderStatus } from "#contract/order/status.ts";
import type { Config } from "../../config.ts";
import { addMs } from "../../platform/time/clock.ts";
import { minuteOfDay, startOfDay } from "../../platform/time/local-time.ts";
import type { RestaurantRow } from "../restaurant/restaurant.repository.ts";
import type { OrderRow } from "./order.repository.ts";

type Limits = Config["limits"];
/** What a store decides about its orders; undefined for a store that is gone. */
type RestaurantTiming =
  | Pick<RestaurantRow, "autoAccept" | "orderLimitMinutes" | "startTime" | "endTime">
  | undefined;
type OrderTimes = Pick<OrderRow, "acceptedAt" | "bookingAt">;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** From when on a store's time to make an order counts: its acceptance, for a booked order the booked time. */
function workStartedAt({ acceptedAt, bookingAt }: OrderTimes, now: Date): Date {
  const accepted = acceptedAt ?? now;
  return bookingAt !== null && bookingAt > accepted ? bookingAt : accepted;
}

/** When an order that is accepted or preparing has been so for longer than its store's limit. */
export function overdueAt(order: OrderTimes, restaurant: RestaurantTiming, now: Date, limits: Limits): Date {
  const limitMs = restaurant?.orderLimitMinutes
    ? restaurant.orderLimitMinutes * minuteMs
    : limits.orderLimitMs;
  return addMs(workStartedAt(order, now), limitMs);
}

/** The end of the business day that had begun at a moment; hours with an end at or before the start run over midnight. */
export function businessDayEndAt(
  at: Date,
  { startTime, endTime }: { startTime: string; endTime: string },
): Date {
  const start = minuteOfDay(startTime) * minuteMs;
  const end = minuteOfDay(endTime) * minuteMs;
  const midnight = startOfDay(at).getTime();
  const day = at.getTime() - midnight >= start ? midnight : midnight - dayMs;
  return new Date(day + (end > start ? end : end + dayMs));
}

/** When an order that the store does not move is completed by the system: at the end of its business day, once overdue. */
export function autoCompleteAt(
  order: OrderTimes,
  restaurant: RestaurantTiming,
  now: Date,
  limits: Limits,
): Date {
  const overdue = overdueAt(order, restaurant, now, limits);
  const dayEnd = restaurant === undefined ? overdue : businessDayEndAt(workStartedAt(order, now), restaurant);
  return dayEnd > overdue ? dayEnd : overdue;
}

/** When an order that the store has to accept itself is cancelled. */
export function acceptanceDeadline({ paidAt }: Pick<OrderRow, "paidAt">, now: Date, limits: Limits): Date {
  return addMs(paidAt ?? now, limits.unacceptedMs);
}

/**
 * When the sweeper has to look at an order that has just come into a state; null when time changes nothing there. Food
 * that is ready before the booked time waits for its customer from that time on.
 */
export function nextDueAt(
  status: OrderStatus,
  {
    order,
    restaurant,
    now,
    limits,
  }: { order: OrderTimes; restaurant: RestaurantTiming; now: Date; limits: Limits },
): Date | null {
  if (status === "paid")
    return addMs(
      now,
      restaurant?.autoAccept ? limits.autoAcceptMs : limits.unacceptedMs - limits.unacceptedWarningMs,
    );
  if (status === "accepted") return overdueAt({ ...order, acceptedAt: now }, restaurant, now, limits);
  if (status === "preparing") return overdueAt(order, restaurant, now, limits);
  if (status === "ready_for_pickup") {
    const from = order.bookingAt !== null && order.bookingAt > now ? order.bookingAt : now;
    return addMs(from, limits.autoCompleteReadyMs);
  }
  if (status === "delivering") return addMs(now, limits.autoCompleteDeliveringMs);
  return null;
}
