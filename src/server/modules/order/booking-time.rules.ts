import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import { getOpeningStatus } from "../restaurant/opening-hours.rules.ts";
import { findById as findRestaurantById, type RestaurantRow } from "../restaurant/restaurant.repository.ts";
import { findNextFreeSlot, isStillAvailable, listSlots } from "../restaurant/slot.service.ts";
import type { OrderRow } from "./order.repository.ts";

/** The reason why a time is not available, and the slot to offer instead. */
export interface TimeProblem {
  error: "restaurant_closed" | "time_unavailable" | "slot_full";
  next: Date | null;
}

/** Returns the problem with a time, or null if it is available; a null time means as soon as possible. */
export async function findTimeProblem(
  queries: QueryRunner,
  restaurant: RestaurantRow,
  bookingAt: Date | null,
  { now, chain }: { now: Date; chain: ChainSettings },
): Promise<TimeProblem | null> {
  if (bookingAt === null)
    return getOpeningStatus(restaurant, now).isImmediate ? null : { error: "restaurant_closed", next: null };
  const slots = await listSlots(queries, restaurant, now, chain);
  const slot = slots.find(({ at }) => at.getTime() === bookingAt.getTime());
  if (slot !== undefined && slot.left > 0) return null;
  return {
    error: slot === undefined ? "time_unavailable" : "slot_full",
    next: findNextFreeSlot(slots, bookingAt),
  };
}

/** Throws when an order about to be paid is no longer available at its time; the time is never changed. */
export async function assertTimeAvailable(
  tx: QueryRunner,
  order: OrderRow,
  now: Date,
  chain: ChainSettings,
): Promise<void> {
  const { bookingAt } = order;
  const restaurant = await findRestaurantById(tx, order.restaurantId);
  if (restaurant === undefined) throw new AppError("restaurant_closed");
  if (bookingAt === null) {
    if (!getOpeningStatus(restaurant, now).isImmediate) throw new AppError("restaurant_closed");
  } else if (!isStillAvailable(restaurant, bookingAt, now)) {
    const next = findNextFreeSlot(await listSlots(tx, restaurant, now, chain), bookingAt);
    throw new AppError("time_unavailable", { next: next && formatLocalTime(next) });
  }
}
