import { numberSettings } from "#contract/chain-settings/number-settings.ts";
import { addMs } from "../../platform/time/clock.ts";
import type { OrderRow } from "./order.repository.ts";

const cookingMinutes = 15;
const minutesPerKm = 5;
/** Of orders placed before orders kept what they were promised. */
const unknownDeliveryMinutes = numberSettings.delivery.minutes.initial;

type EstimableOrder = Pick<
  OrderRow,
  "status" | "type" | "paidAt" | "bookingAt" | "distanceM" | "deliveryMinutes"
>;

/** Returns whether the food is still to come; once at the counter or handed over it has no promised time. */
function isInProgress({ status }: EstimableOrder): boolean {
  return status === "paid" || status === "accepted" || status === "preparing" || status === "delivering";
}

/**
 * Returns when a paid order is expected: the booked time; otherwise 15 min for preparation, and for
 * deliveries the minutes of the restaurant in all plus 5 min per kilometre. Null while the food is not awaited.
 */
function expectedAt(order: EstimableOrder): Date | null {
  if (order.paidAt === null || !isInProgress(order)) return null;
  if (order.bookingAt !== null) return order.bookingAt;
  const kilometres = Math.ceil((order.distanceM ?? 0) / 1000);
  const minutes =
    order.type === "takeaway"
      ? (order.deliveryMinutes ?? unknownDeliveryMinutes) + kilometres * minutesPerKm
      : cookingMinutes;
  return addMs(order.paidAt, minutes * 60_000);
}

/** Returns the promised time of an order; null once it is past, since a past time promises nothing. */
export function estimatedReadyAt(order: EstimableOrder, now: Date): Date | null {
  const at = expectedAt(order);
  return at !== null && at > now ? at : null;
}

/** Returns whether the promised time is past while the food is still awaited. */
export function isLate(order: EstimableOrder, now: Date): boolean {
  const at = expectedAt(order);
  return at !== null && at <= now;
}
