import { addMs } from "../../platform/time/clock.ts";
import type { OrderRow } from "./order.repository.ts";

const cookingMinutes = 15;
const takeawayMinutes = 30;
const minutesPerKm = 5;

type EstimableOrder = Pick<OrderRow, "status" | "type" | "paidAt" | "bookingAt" | "distanceM">;

/** Whether the meal is still to come; what lies at the counter or was handed over is not promised any more. */
function isInProgress({ status }: EstimableOrder): boolean {
  return status === "paid" || status === "accepted" || status === "preparing" || status === "delivering";
}

/**
 * When a paid order was to be there: a booked one at its time; otherwise cooking takes a quarter of an hour, and cooking
 * and bringing half an hour and five minutes for each kilometre. Null while the meal is not awaited.
 */
function expectedAt(order: EstimableOrder): Date | null {
  if (order.paidAt === null || !isInProgress(order)) return null;
  if (order.bookingAt !== null) return order.bookingAt;
  const kilometres = Math.ceil((order.distanceM ?? 0) / 1000);
  const minutes = order.type === "takeaway" ? takeawayMinutes + kilometres * minutesPerKm : cookingMinutes;
  return addMs(order.paidAt, minutes * 60_000);
}

/** When an order is promised for; null once that is past, since a time that is over promises nothing. */
export function estimatedReadyAt(order: EstimableOrder, now: Date): Date | null {
  const at = expectedAt(order);
  return at !== null && at > now ? at : null;
}

/** Whether the promised time is past while the meal is still awaited. */
export function isLate(order: EstimableOrder, now: Date): boolean {
  const at = expectedAt(order);
  return at !== null && at <= now;
}
