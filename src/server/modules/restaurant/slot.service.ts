import { booking } from "#contract/constants.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { startOfDay } from "../../platform/time/local-time.ts";
import { getOpeningStatus, type OpeningHours } from "./opening-hours.rules.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";
import { listTaken } from "./slot.repository.ts";

const slotMs = booking.slotMinutes * 60_000;
const leadMs = booking.leadMinutes * 60_000;
const dayMs = 86_400_000;

/** A slot of a store and how many may still book it. */
export interface FreeSlot {
  at: Date;
  left: number;
}

/** Whether a time is far enough ahead for the kitchen. */
function hasLeadTime(at: Date, now: Date): boolean {
  return at.getTime() - now.getTime() >= leadMs;
}

/** Whether a moment is one that a store offers: a slot's beginning, ahead enough, near enough, and it cooks then. */
export function isBookable(restaurant: OpeningHours, at: Date, now: Date): boolean {
  const end = addMs(startOfDay(now), booking.days * dayMs);
  return (
    at.getTime() % slotMs === 0 &&
    hasLeadTime(at, now) &&
    at < end &&
    getOpeningStatus(restaurant, at).isImmediate
  );
}

/**
 * Whether a time that was promised can still be kept. The lead counts when the order is made and not again when it is
 * paid: whoever takes the first slot has the whole time for paying, too.
 */
export function isStillAvailable(restaurant: OpeningHours, at: Date, now: Date): boolean {
  return at > now && getOpeningStatus(restaurant, at).isImmediate;
}

/** Every slot that a store offers now, full ones too, by time. */
export async function listSlots(
  queries: QueryRunner,
  restaurant: RestaurantRow,
  now: Date,
): Promise<FreeSlot[]> {
  const start = startOfDay(now);
  const times = Array.from({ length: (booking.days * dayMs) / slotMs }, (_, nth) =>
    addMs(start, nth * slotMs),
  );
  const taken = await listTaken(queries, restaurant.id, now);
  return times
    .filter((at) => isBookable(restaurant, at, now))
    .map((at) => ({ at, left: Math.max(0, restaurant.slotCapacity - (taken.get(at.getTime()) ?? 0)) }));
}

/** The first free slot after a moment, else the first of all; null when everything is taken. */
export function findNextFreeSlot(slots: FreeSlot[], after: Date): Date | null {
  const free = slots.filter(({ left }) => left > 0);
  return (free.find(({ at }) => at > after) ?? free[0])?.at ?? null;
}
