import { and, count, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { orders } from "../../schema/orders.ts";
import { pointsAccounts, pointsLedger } from "../../schema/rewards.ts";

export type AccountRow = typeof pointsAccounts.$inferSelect;
export type MovementRow = typeof pointsLedger.$inferSelect;
export type PointsType = MovementRow["type"];

/** One movement of a customer's points. A type and a reference happen to a customer once. */
export interface Movement {
  userId: string;
  type: PointsType;
  /** More or fewer points, never 0. */
  delta: number;
  /** What it belongs to, such as an order's id; together with the type it makes the movement happen once. */
  reference: string;
  at: Date;
  /** The customer's own order that earned, spent or got back the points. */
  orderId?: string;
  /** When the points may be used; at once unless told, null while nobody knows yet. */
  availableAt?: Date | null;
  expiresAt?: Date | null;
}

/** Points that become usable at one time; null while that is not known. */
interface ComingRow {
  points: number;
  at: Date | null;
}

/** An account in sums: `available` may be below zero, `coming` is the next of what is pending. */
export interface PointsSummary {
  available: number;
  pending: number;
  coming: ComingRow | null;
}

/** A customer's account as it is; an empty one when nothing has moved yet. */
export async function getAccount(queries: QueryRunner, userId: string): Promise<AccountRow> {
  const rows = await queries.select().from(pointsAccounts).where(eq(pointsAccounts.userId, userId));
  return rows[0] ?? { userId, balance: 0, reserved: 0, nextExpiryAt: null };
}

/** A customer's account, made at the first time and held until the transaction ends. Lock the order first. */
export async function lockAccount(tx: QueryRunner, userId: string): Promise<AccountRow> {
  await tx.insert(pointsAccounts).values({ userId }).onConflictDoNothing();
  const rows = await tx.select().from(pointsAccounts).where(eq(pointsAccounts.userId, userId)).for("update");
  return rows[0] as AccountRow;
}

/** Writes a movement down and moves the balance; false, changing nothing, when it happened already. */
export async function recordMovement(tx: QueryRunner, movement: Movement): Promise<boolean> {
  const { userId, delta, at, expiresAt = null, availableAt = at } = movement;
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

/** Points that may not be used yet, by the time from which they may: the earliest first, unknown times last. */
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

/** Points that can be used now; below zero after points that were spent had to be taken back. */
export async function getAvailablePoints(
  queries: QueryRunner,
  account: AccountRow,
  now: Date,
): Promise<number> {
  return (await summarizePoints(queries, account, now)).available;
}

/** What of an account can be spent now, how much waits, and what comes next. */
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

/** The same for a customer whose account is not locked. */
export async function getPointsSummary(
  queries: QueryRunner,
  userId: string,
  now: Date,
): Promise<PointsSummary> {
  return await summarizePoints(queries, await getAccount(queries, userId), now);
}

/** What an order has earned and what was taken back of it, the first one first. */
export async function listEarnings(queries: QueryRunner, orderId: string): Promise<MovementRow[]> {
  return await queries
    .select()
    .from(pointsLedger)
    .where(and(eq(pointsLedger.orderId, orderId), inArray(pointsLedger.type, ["earn", "reverse"])))
    .orderBy(pointsLedger.id);
}

/** Tells when the points of an order may be used that nobody knew it of. */
export async function setAvailableAt(tx: QueryRunner, orderId: string, availableAt: Date): Promise<void> {
  await tx
    .update(pointsLedger)
    .set({ availableAt })
    .where(and(eq(pointsLedger.orderId, orderId), isNull(pointsLedger.availableAt)));
}

/** A customer's movements with the number of the order each belongs to, the newest first. */
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
