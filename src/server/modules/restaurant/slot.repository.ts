import { and, eq, gte, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { bookingSlots } from "../../schema/restaurants.ts";

function isSlot(restaurantId: string, at: Date) {
  return and(eq(bookingSlots.restaurantId, restaurantId), eq(bookingSlots.slotAt, at));
}

/** Returns the places taken in a restaurant's slots from a timestamp on, by the slot's time in ms. */
export async function listTaken(
  queries: QueryRunner,
  restaurantId: string,
  from: Date,
): Promise<Map<number, number>> {
  const rows = await queries
    .select({ at: bookingSlots.slotAt, taken: bookingSlots.taken })
    .from(bookingSlots)
    .where(and(eq(bookingSlots.restaurantId, restaurantId), gte(bookingSlots.slotAt, from)));
  return new Map(rows.map(({ at, taken }) => [at.getTime(), taken]));
}

/**
 * Reserves one place in a slot; false when it is full. The restaurant's current capacity counts, not that of
 * the first booking. A customer with `ownReserved` places in unpaid orders gets only a share; null for a paid
 * order.
 */
export async function reserveSlot(
  tx: QueryRunner,
  restaurant: { id: string; slotCapacity: number },
  at: Date,
  ownReserved: number | null,
): Promise<boolean> {
  const capacity = restaurant.slotCapacity;
  if (capacity < 1) return false;
  const left = sql`${capacity}::int - ${bookingSlots.taken}`;
  // Half of what others have not taken, rounded up: the last place, and one of two, can be reserved.
  const share =
    ownReserved === null ? left : sql`(${left} + ${ownReserved}::int + 1) / 2 - ${ownReserved}::int`;
  const rows = await tx
    .insert(bookingSlots)
    .values({ restaurantId: restaurant.id, slotAt: at, taken: 1, capacity })
    .onConflictDoUpdate({
      target: [bookingSlots.restaurantId, bookingSlots.slotAt],
      set: { taken: sql`${bookingSlots.taken} + 1`, capacity },
      setWhere: gte(share, 1),
    })
    .returning({ taken: bookingSlots.taken });
  return rows.length > 0;
}

export async function releaseSlot(tx: QueryRunner, restaurantId: string, at: Date): Promise<void> {
  await tx
    .update(bookingSlots)
    .set({ taken: sql`${bookingSlots.taken} - 1` })
    .where(isSlot(restaurantId, at));
}
