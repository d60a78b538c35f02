import { and, eq, gt, sql } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { pointsAccounts, pointsLedger } from "../../schema/rewards.ts";

export type AccountRow = typeof pointsAccounts.$inferSelect;
export type PointsType = (typeof pointsLedger.$inferSelect)["type"];

/** One movement of a customer's points. A type and a reference happen to a customer once. */
export interface Movement {
  userId: string;
  type: PointsType;
  /** More or fewer points, never 0. */
  delta: number;
  /** What it belongs to, such as an order's id; together with the type it makes the movement happen once. */
  reference: string;
  at: Date;
  /** When the points may be used; at once unless told. */
  availableAt?: Date;
  expiresAt?: Date;
}

/** A customer's account, made at the first time and held until the transaction ends. Lock the order first. */
export async function lockAccount(tx: Queries, userId: string): Promise<AccountRow> {
  await tx.insert(pointsAccounts).values({ userId }).onConflictDoNothing();
  const rows = await tx.select().from(pointsAccounts).where(eq(pointsAccounts.userId, userId)).for("update");
  return rows[0] as AccountRow;
}

/** Writes a movement down and moves the balance; false, changing nothing, when it happened already. */
export async function movePoints(tx: Queries, movement: Movement): Promise<boolean> {
  const { userId, delta, at } = movement;
  const account = await lockAccount(tx, userId);
  const rows = await tx
    .insert(pointsLedger)
    .values({
      ...movement,
      balanceAfter: account.balance + delta,
      availableAt: movement.availableAt ?? at,
    })
    .onConflictDoNothing({ target: [pointsLedger.userId, pointsLedger.type, pointsLedger.reference] })
    .returning({ id: pointsLedger.id });
  if (rows.length === 0) return false;
  await tx
    .update(pointsAccounts)
    .set({ balance: account.balance + delta })
    .where(eq(pointsAccounts.userId, userId));
  return true;
}

/** Points that may not be used yet. */
export async function pendingPoints(queries: Queries, userId: string, now: Date): Promise<number> {
  const rows = await queries
    .select({ sum: sql<number>`coalesce(sum(${pointsLedger.delta}), 0)::int` })
    .from(pointsLedger)
    .where(and(eq(pointsLedger.userId, userId), gt(pointsLedger.availableAt, now)));
  return rows[0]?.sum ?? 0;
}

/** Points that can be used now; below zero after points that were spent had to be taken back. */
export async function availablePoints(queries: Queries, account: AccountRow, now: Date): Promise<number> {
  return account.balance - account.reserved - (await pendingPoints(queries, account.userId, now));
}
