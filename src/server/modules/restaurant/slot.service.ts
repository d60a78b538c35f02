import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { startOfDay } from "../../platform/time/local-time.ts";
import { getOpeningStatus, type OpeningHours } from "./opening-hours.rules.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";
import { getBookingTerms } from "./restaurant-terms.rules.ts";
import { listTaken } from "./slot.repository.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

type BookableRestaurant = OpeningHours & Parameters<typeof getBookingTerms>[0];

/** A restaurant's slot and its remaining places. */
export interface FreeSlot {
  at: Date;
  left: number;
}

/**
 * Returns whether a restaurant offers a timestamp: the start of a slot with enough lead time, not too far
 * ahead, while the kitchen is open.
 */
export function isBookable(restaurant: BookableRestaurant, at: Date, now: Date): boolean {
  const { slotMinutes, leadMinutes, days } = getBookingTerms(restaurant);
  const end = addMs(startOfDay(now), days * dayMs);
  return (
    at.getTime() % (slotMinutes * minuteMs) === 0 &&
    at.getTime() - now.getTime() >= leadMinutes * minuteMs &&
    at < end &&
    getOpeningStatus(restaurant, at).isImmediate
  );
}

/**
 * Returns whether a promised time is still available. The lead time counts when the order is created and not
 * again at payment, so that the first slot also leaves the whole time for paying.
 */
export function isStillAvailable(restaurant: OpeningHours, at: Date, now: Date): boolean {
  return at > now && getOpeningStatus(restaurant, at).isImmediate;
}

/** Lists every slot that a restaurant offers now, including full ones, by time. */
export async function listSlots(
  queries: QueryRunner,
  restaurant: RestaurantRow,
  now: Date,
): Promise<FreeSlot[]> {
  const start = startOfDay(now);
  const { slotMinutes, days } = getBookingTerms(restaurant);
  const slotMs = slotMinutes * minuteMs;
  const times = Array.from({ length: (days * dayMs) / slotMs }, (_, nth) => addMs(start, nth * slotMs));
  const taken = await listTaken(queries, restaurant.id, now);
  return times
    .filter((at) => isBookable(restaurant, at, now))
    .map((at) => ({ at, left: Math.max(0, restaurant.slotCapacity - (taken.get(at.getTime()) ?? 0)) }));
}

/** Finds the first free slot after a timestamp, else the first of all; null when all are full. */
export function findNextFreeSlot(slots: FreeSlot[], after: Date): Date | null {
  const free = slots.filter(({ left }) => left > 0);
  return (free.find(({ at }) => at > after) ?? free[0])?.at ?? null;
}
