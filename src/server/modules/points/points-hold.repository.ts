import { and, eq, sql } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { pointsAccounts, pointsHolds } from "../../schema/rewards.ts";

export type HoldRow = typeof pointsHolds.$inferSelect;

/** Holds points for an order that holds none; the account must be locked and have them. */
export async function holdPoints(
  tx: Queries,
  { orderId, userId, points, at }: { orderId: string; userId: string; points: number; at: Date },
): Promise<void> {
  const held = { userId, points, state: "held", createdAt: at } as const;
  await tx
    .insert(pointsHolds)
    .values({ orderId, ...held })
    .onConflictDoUpdate({ target: pointsHolds.orderId, set: held });
  await reserve(tx, userId, points);
}

/** Ends what an order holds, once; undefined when it holds nothing. Lock the order first. */
export async function endHold(
  tx: Queries,
  orderId: string,
  state: "spent" | "released",
): Promise<HoldRow | undefined> {
  const [hold] = await tx
    .update(pointsHolds)
    .set({ state })
    .where(and(eq(pointsHolds.orderId, orderId), eq(pointsHolds.state, "held")))
    .returning();
  if (hold !== undefined) await reserve(tx, hold.userId, -hold.points);
  return hold;
}

async function reserve(tx: Queries, userId: string, points: number): Promise<void> {
  await tx
    .update(pointsAccounts)
    .set({ reserved: sql`${pointsAccounts.reserved} + ${points}` })
    .where(eq(pointsAccounts.userId, userId));
}
