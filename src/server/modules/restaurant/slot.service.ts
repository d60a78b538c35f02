import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { startOfDay } from "../../platform/time/local-time.ts";
import { getOpeningStatus, isWithinPeriods, listPeriods, type OpeningHours } from "./opening-hours.rules.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";
import { getBookingTerms } from "./restaurant-terms.rules.ts";
import { listTaken } from "./slot.repository.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A restaurant's slot and its remaining places. */
export interface FreeSlot {
  at: Date;
  left: number;
}

/**
 * Returns whether a promised time is still available. The lead time counts when the order is created and not
 * again at payment, so that the first slot also leaves the whole time for paying.
 */
export function isStillAvailable(restaurant: OpeningHours, at: Date, now: Date): boolean {
  return at > now && getOpeningStatus(restaurant, at).isImmediate;
}

/**
 * Lists every slot that a restaurant offers now, including full ones, by time: the starts of slots with enough lead time,
 * not too far ahead, while the kitchen is open.
 */
export async function listSlots(
  queries: QueryRunner,
  restaurant: RestaurantRow,
  now: Date,
  chain: Pick<ChainSettings, "booking">,
): Promise<FreeSlot[]> {
  if (!restaurant.acceptsOrders || restaurant.closedAt !== null) return [];
  const start = startOfDay(now);
  const { slotMinutes, leadMinutes, days } = getBookingTerms(restaurant, chain);
  const slotMs = slotMinutes * minuteMs;
  const earliest = Math.max(now.getTime() + leadMinutes * minuteMs, restaurant.pausedUntil?.getTime() ?? 0);
  const periods = listPeriods(restaurant, start, days);
  const taken = await listTaken(queries, restaurant.id, now);
  return Array.from({ length: (days * dayMs) / slotMs }, (_, nth) => addMs(start, nth * slotMs))
    .filter((at) => at.getTime() >= earliest && isWithinPeriods(periods, at))
    .map((at) => ({ at, left: Math.max(0, restaurant.slotCapacity - (taken.get(at.getTime()) ?? 0)) }));
}

/** Finds the first free slot after a timestamp, else the first of all; null when all are full. */
export function findNextFreeSlot(slots: FreeSlot[], after: Date): Date | null {
  const free = slots.filter(({ left }) => left > 0);
  return (free.find(({ at }) => at > after) ?? free[0])?.at ?? null;
}
