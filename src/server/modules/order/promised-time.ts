import { AppError } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import { wallText } from "../../platform/shanghai.ts";
import { openingAt } from "../restaurant/opening.ts";
import { type RestaurantRow, byId as restaurantById } from "../restaurant/restaurant.repository.ts";
import { isKept, nextFree, slotsOf } from "../restaurant/slots.ts";
import type { OrderRow } from "./order.repository.ts";

/** Why a time cannot be promised, and the slot to offer instead. */
export interface TimeProblem {
  error: "restaurant_closed" | "time_unavailable" | "slot_full";
  next: Date | null;
}

/** What stands in the way of a time; null stands for as soon as possible. Answers null when nothing does. */
export async function timeProblem(
  queries: Queries,
  store: RestaurantRow,
  bookingAt: Date | null,
  now: Date,
): Promise<TimeProblem | null> {
  if (bookingAt === null)
    return openingAt(store, now).isImmediate ? null : { error: "restaurant_closed", next: null };
  const slots = await slotsOf(queries, store, now);
  const slot = slots.find(({ at }) => at.getTime() === bookingAt.getTime());
  if (slot !== undefined && slot.left > 0) return null;
  return { error: slot === undefined ? "time_unavailable" : "slot_full", next: nextFree(slots, bookingAt) };
}

/** Throws when an order that is about to be paid can no longer be had at its time; the time is never moved. */
export async function requirePromise(tx: Queries, order: OrderRow, now: Date): Promise<void> {
  const { bookingAt } = order;
  const store = await restaurantById(tx, order.restaurantId);
  if (store === undefined) throw new AppError("restaurant_closed");
  if (bookingAt === null) {
    if (!openingAt(store, now).isImmediate) throw new AppError("restaurant_closed");
  } else if (!isKept(store, bookingAt, now)) {
    const next = nextFree(await slotsOf(tx, store, now), bookingAt);
    throw new AppError("time_unavailable", { next: next && wallText(next) });
  }
}
