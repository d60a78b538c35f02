import { and, eq, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { pointsAccounts, pointsReservations } from "../../schema/rewards.ts";

export type PointsReservationRow = typeof pointsReservations.$inferSelect;

/** Reserves points for an order without a reservation; the account must be locked and have enough points. */
export async function createReservation(
  tx: QueryRunner,
  { orderId, userId, points, at }: { orderId: string; userId: string; points: number; at: Date },
): Promise<void> {
  const values = { userId, points, state: "held", createdAt: at } as const;
  await tx
    .insert(pointsReservations)
    .values({ orderId, ...values })
    .onConflictDoUpdate({ target: pointsReservations.orderId, set: values });
  await addReserved(tx, userId, points);
}

/** Ends an order's reservation, once; undefined when there is none. Lock the order first. */
export async function endReservation(
  tx: QueryRunner,
  orderId: string,
  state: "spent" | "released",
): Promise<PointsReservationRow | undefined> {
  const [reservation] = await tx
    .update(pointsReservations)
    .set({ state })
    .where(and(eq(pointsReservations.orderId, orderId), eq(pointsReservations.state, "held")))
    .returning();
  if (reservation !== undefined) await addReserved(tx, reservation.userId, -reservation.points);
  return reservation;
}

async function addReserved(tx: QueryRunner, userId: string, points: number): Promise<void> {
  await tx
    .update(pointsAccounts)
    .set({ reserved: sql`${pointsAccounts.reserved} + ${points}` })
    .where(eq(pointsAccounts.userId, userId));
}
