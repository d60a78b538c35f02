import { bookingMax } from "#contract/constants.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { startOfDay } from "../../platform/time/local-time.ts";
import {
  findBusinessDay,
  isWithinTimes,
  nextBusinessDayAt,
  type OpeningTimes,
} from "./opening-hours.rules.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";
import { listBookings, moveBusinessDays } from "./restaurant-admin.repository.ts";

const dayMs = 86_400_000;

/** Moves what waits for a restaurant's next business day, after its hours changed from `before` to `after`. */
export async function followHours(
  tx: QueryRunner,
  restaurantId: string,
  { before, after, now }: { before: OpeningTimes; after: OpeningTimes; now: Date },
): Promise<void> {
  const today = startOfDay(now);
  await moveBusinessDays(tx, restaurantId, {
    now,
    today,
    businessDate: startOfDay(findBusinessDay(now, after).from),
    nextAt: nextBusinessDayAt(now, after),
    laterAt: nextBusinessDayAt(addMs(today, dayMs - 1), after),
    formerNextAt: nextBusinessDayAt(now, before),
  });
}

/** Returns the pickup codes of paid bookings that do not lie in a restaurant's hours, by time. */
export async function listBookingsOutside(tx: QueryRunner, row: RestaurantRow, now: Date): Promise<string[]> {
  const until = addMs(startOfDay(now), (bookingMax.days + 1) * dayMs);
  const bookings = await listBookings(tx, row.id, { from: now, until });
  return bookings
    .filter(({ bookingAt }) => bookingAt !== null && !isWithinTimes(row, bookingAt))
    .map(({ id, pickupCode }) => pickupCode ?? id);
}
