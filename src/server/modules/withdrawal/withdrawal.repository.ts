import { and, asc, count, desc, eq, gte, inArray, like, lte, or, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { type Cursor, isInRows, type RowPage, selectCursorTime } from "../../platform/database/row-page.ts";
import type { TimeRange } from "../../platform/time/day-range.ts";
import { users } from "../../schema/accounts.ts";
import { pointsLedger, withdrawals } from "../../schema/rewards.ts";
import { isUsage } from "../points/points-lot.repository.ts";

export type WithdrawalRow = typeof withdrawals.$inferSelect;

/** A withdrawal with its customer. */
export interface OwnedWithdrawal {
  withdrawal: WithdrawalRow;
  name: string;
  phone: string | null;
}

/** Sums points from invites, less revoked ones and those of pending or paid withdrawals. */
export async function sumInvitePoints(queries: QueryRunner, userId: string): Promise<number> {
  const { type, reference, delta } = pointsLedger;
  const isRevoked = and(eq(type, "reverse"), like(reference, "invite:%"));
  const rows = await queries
    .select({ sum: sql<number>`coalesce(sum(${delta}), 0)::int` })
    .from(pointsLedger)
    .where(
      and(
        eq(pointsLedger.userId, userId),
        or(inArray(type, ["invite", "withdraw", "withdraw_return"]), isRevoked),
      ),
    );
  return rows[0]?.sum ?? 0;
}

/** The points of all entries with one expiry: those from invites that were not withdrawn, and the others. */
export interface OriginLot {
  /** The expiry; null for points that never expire. */
  at: Date | null;
  invite: number;
  nonInvite: number;
}

/** Lists a customer's lots by expiry, without pending points, and the total usage. */
export async function listLotsByOrigin(
  queries: QueryRunner,
  userId: string,
  now: Date,
): Promise<{ used: number; lots: OriginLot[] }> {
  const { type, reference, delta, expiresAt, availableAt } = pointsLedger;
  const isInvite = sql`(${type} in ('invite', 'withdraw', 'withdraw_return')
    or (${type} = 'reverse' and ${reference} like 'invite:%'))`;
  const rows = await queries
    .select({
      at: expiresAt,
      invite: sql<number>`coalesce(sum(${delta}) filter (where not ${isUsage} and ${isInvite}), 0)::int`,
      nonInvite: sql<number>`coalesce(sum(${delta}) filter (where not ${isUsage} and not ${isInvite}), 0)::int`,
      used: sql<number>`coalesce(-sum(${delta}) filter (where ${isUsage}), 0)::int`,
    })
    .from(pointsLedger)
    .where(and(eq(pointsLedger.userId, userId), lte(availableAt, now)))
    .groupBy(expiresAt)
    .orderBy(sql`${expiresAt} asc nulls last`);
  return { used: rows.reduce((sum, row) => sum + row.used, 0), lots: rows };
}

/** Lists a withdrawal's deductions by lot. */
export async function listDeductions(tx: QueryRunner, { userId, id }: WithdrawalRow) {
  const { type, reference, delta, expiresAt } = pointsLedger;
  return await tx
    .select({ reference, points: sql<number>`-${delta}`, expiresAt })
    .from(pointsLedger)
    .where(
      and(
        eq(pointsLedger.userId, userId),
        eq(type, "withdraw"),
        or(eq(reference, id), sql`starts_with(${reference}, ${`${id}:`})`),
      ),
    )
    .orderBy(pointsLedger.id);
}

export async function insert(tx: QueryRunner, row: typeof withdrawals.$inferInsert): Promise<WithdrawalRow> {
  return (await tx.insert(withdrawals).values(row).returning())[0] as WithdrawalRow;
}

/** Counts a customer's withdrawals requested since a timestamp, in any state. */
export async function countSince(queries: QueryRunner, userId: string, since: Date): Promise<number> {
  const rows = await queries
    .select({ n: count() })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), gte(withdrawals.createdAt, since)));
  return rows[0]?.n ?? 0;
}

/** Locks a withdrawal until the transaction ends. */
export async function lockForUpdate(tx: QueryRunner, id: string): Promise<WithdrawalRow | undefined> {
  return (await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for("update"))[0];
}

export async function update(tx: QueryRunner, id: string, values: Partial<WithdrawalRow>): Promise<void> {
  await tx.update(withdrawals).set(values).where(eq(withdrawals.id, id));
}

/** Lists a customer's withdrawals, newest first. */
export async function findPage(
  queries: QueryRunner,
  userId: string,
  page: { offset: number; limit: number },
): Promise<{ rows: WithdrawalRow[]; total: number }> {
  const isOwn = eq(withdrawals.userId, userId);
  const [rows, total] = await Promise.all([
    queries
      .select()
      .from(withdrawals)
      .where(isOwn)
      .orderBy(desc(withdrawals.createdAt), desc(withdrawals.id))
      .offset(page.offset)
      .limit(page.limit),
    queries.select({ n: count() }).from(withdrawals).where(isOwn),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}

function selectOwned(queries: QueryRunner) {
  return queries
    .select({ withdrawal: withdrawals, name: users.nickname, phone: users.phone })
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.userId));
}

/** Withdrawals for review: those with a status or all, by the time of the request or by points. */
export interface ReviewFilter extends TimeRange {
  status: WithdrawalRow["status"] | undefined;
  sort: "created_at" | "points";
  order: "asc" | "desc";
}

function matches({ status, ...range }: Omit<ReviewFilter, "sort" | "order">, after?: Cursor) {
  return and(
    status && eq(withdrawals.status, status),
    isInRows(withdrawals.createdAt, withdrawals.id, range, after),
  );
}

/** Lists withdrawals, the newest first, for a file. */
export async function listNewest(
  queries: QueryRunner,
  filter: Omit<ReviewFilter, "sort" | "order">,
  { after, limit }: RowPage,
) {
  return await queries
    .select({
      withdrawal: withdrawals,
      name: users.nickname,
      phone: users.phone,
      cursorAt: selectCursorTime(withdrawals.createdAt),
    })
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .where(matches(filter, after))
    .orderBy(desc(withdrawals.createdAt), desc(withdrawals.id))
    .limit(limit);
}

/** Lists withdrawals with their customers. */
export async function findReviewPage(
  queries: QueryRunner,
  { sort, order, ...filter }: ReviewFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: OwnedWithdrawal[]; total: number }> {
  const matching = matches(filter);
  const direction = order === "asc" ? asc : desc;
  const sortColumn = sort === "points" ? withdrawals.points : withdrawals.createdAt;
  const [rows, total] = await Promise.all([
    selectOwned(queries)
      .where(matching)
      .orderBy(direction(sortColumn), direction(withdrawals.id))
      .offset(page.offset)
      .limit(page.limit),
    queries.select({ n: count() }).from(withdrawals).where(matching),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}

export async function findOwnedById(queries: QueryRunner, id: string): Promise<OwnedWithdrawal | undefined> {
  return (await selectOwned(queries).where(eq(withdrawals.id, id)))[0];
}
