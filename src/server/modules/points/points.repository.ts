import { and, count, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { orders } from "../../schema/orders.ts";
import { pointsAccounts, pointsLedger } from "../../schema/rewards.ts";

export type AccountRow = typeof pointsAccounts.$inferSelect;
export type MovementRow = typeof pointsLedger.$inferSelect;
export type PointsType = MovementRow["type"];

/** A ledger entry of a customer's points. Type and reference are unique per customer. */
export interface Movement {
  userId: string;
  type: PointsType;
  /** Points added or removed, never 0. */
  delta: number;
  /** The entity it belongs to, such as an order's id; together with the type it makes the entry unique. */
  reference: string;
  createdAt: Date;
  /** The customer's own order that earned, spent or got back the points. */
  orderId?: string;
  /** When the points can be used; at once by default, null while unknown. */
  availableAt?: Date | null;
  expiresAt?: Date | null;
}

/** Points that become usable at one time; null while that is unknown. */
interface ComingRow {
  points: number;
  at: Date | null;
}

/** Sums of an account: `available` may be below zero, `coming` is the next pending part. */
export interface PointsSummary {
  available: number;
  pending: number;
  coming: ComingRow | null;
}

/** Returns a customer's account; an empty one when there are no entries yet. */
export async function getAccount(queries: QueryRunner, userId: string): Promise<AccountRow> {
  const rows = await queries.select().from(pointsAccounts).where(eq(pointsAccounts.userId, userId));
  return rows[0] ?? { userId, balance: 0, reserved: 0, nextExpiryAt: null };
}

/** Locks a customer's account until the transaction ends, creating it if missing. Lock the order first. */
export async function lockAccount(tx: QueryRunner, userId: string): Promise<AccountRow> {
  await tx.insert(pointsAccounts).values({ userId }).onConflictDoNothing();
  const rows = await tx.select().from(pointsAccounts).where(eq(pointsAccounts.userId, userId)).for("update");
  return rows[0] as AccountRow;
}

/** Records a ledger entry and updates the balance; false, changing nothing, when it exists already. */
export async function recordMovement(tx: QueryRunner, movement: Movement): Promise<boolean> {
  const { userId, delta, createdAt, expiresAt = null, availableAt = createdAt } = movement;
  const account = await lockAccount(tx, userId);
  const rows = await tx
    .insert(pointsLedger)
    .values({ ...movement, balanceAfter: account.balance + delta, availableAt })
    .onConflictDoNothing({ target: [pointsLedger.userId, pointsLedger.type, pointsLedger.reference] })
    .returning({ id: pointsLedger.id });
  if (rows.length === 0) return false;
  const isSooner =
    expiresAt !== null && !(account.nextExpiryAt !== null && account.nextExpiryAt <= expiresAt);
  await tx
    .update(pointsAccounts)
    .set({ balance: account.balance + delta, ...(isSooner && { nextExpiryAt: expiresAt }) })
    .where(eq(pointsAccounts.userId, userId));
  return true;
}

/** Lists pending points by the time from which they can be used: earliest first, unknown times last. */
export async function listPendingPoints(
  queries: QueryRunner,
  userId: string,
  now: Date,
): Promise<ComingRow[]> {
  return await queries
    .select({ at: pointsLedger.availableAt, points: sql<number>`sum(${pointsLedger.delta})::int` })
    .from(pointsLedger)
    .where(
      and(
        eq(pointsLedger.userId, userId),
        or(isNull(pointsLedger.availableAt), gt(pointsLedger.availableAt, now)),
      ),
    )
    .groupBy(pointsLedger.availableAt)
    .orderBy(sql`${pointsLedger.availableAt} asc nulls last`);
}

/** Returns the points that can be used now; below zero after spent points had to be revoked. */
export async function getAvailablePoints(
  queries: QueryRunner,
  account: AccountRow,
  now: Date,
): Promise<number> {
  return (await summarizePoints(queries, account, now)).available;
}

/** Returns an account's spendable points, its pending points and the next pending part. */
export async function summarizePoints(
  queries: QueryRunner,
  account: AccountRow,
  now: Date,
): Promise<PointsSummary> {
  const pendingRows = await listPendingPoints(queries, account.userId, now);
  const pending = pendingRows.reduce((sum, { points }) => sum + points, 0);
  const coming = pendingRows.find(({ points }) => points > 0) ?? null;
  return { available: account.balance - account.reserved - pending, pending, coming };
}

/** Returns the same for a customer whose account is not locked. */
export async function getPointsSummary(
  queries: QueryRunner,
  userId: string,
  now: Date,
): Promise<PointsSummary> {
  return await summarizePoints(queries, await getAccount(queries, userId), now);
}

/** Lists an order's earned points and their reversals, oldest first. */
export async function listEarnings(queries: QueryRunner, orderId: string): Promise<MovementRow[]> {
  return await queries
    .select()
    .from(pointsLedger)
    .where(and(eq(pointsLedger.orderId, orderId), inArray(pointsLedger.type, ["earn", "reverse"])))
    .orderBy(pointsLedger.id);
}

/** Sets when an order's points can be used, where that was unknown. */
export async function setAvailableAt(tx: QueryRunner, orderId: string, availableAt: Date): Promise<void> {
  await tx
    .update(pointsLedger)
    .set({ availableAt })
    .where(and(eq(pointsLedger.orderId, orderId), isNull(pointsLedger.availableAt)));
}

/** Lists a customer's ledger entries with their order numbers, newest first. */
export async function findPage(
  queries: QueryRunner,
  filter: { userId: string; offset: number; limit: number },
): Promise<{ rows: { movement: MovementRow; orderNo: string | null }[]; total: number }> {
  const isTheirs = eq(pointsLedger.userId, filter.userId);
  const [rows, total] = await Promise.all([
    queries
      .select({ movement: pointsLedger, orderNo: orders.orderNo })
      .from(pointsLedger)
      .leftJoin(orders, eq(orders.id, pointsLedger.orderId))
      .where(isTheirs)
      .orderBy(desc(pointsLedger.id))
      .offset(filter.offset)
      .limit(filter.limit),
    queries.select({ n: count() }).from(pointsLedger).where(isTheirs),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}
