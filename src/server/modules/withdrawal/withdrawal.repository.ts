import { and, count, desc, eq, gte, inArray, like, lte, or, sql } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { users } from "../../schema/accounts.ts";
import { pointsLedger, withdrawals } from "../../schema/rewards.ts";
import { auditLog } from "../../schema/service.ts";
import { isUse } from "../points/points-lots.repository.ts";

export type WithdrawalRow = typeof withdrawals.$inferSelect;

/** A withdrawal with whose it is. */
export interface OwnedWithdrawal {
  withdrawal: WithdrawalRow;
  name: string;
  phone: string | null;
}

/** What came from invites, less what was taken back of it and what is or was on its way out. */
export async function invitePoints(queries: Queries, userId: string): Promise<number> {
  const { type, reference, delta } = pointsLedger;
  const isTakenBack = and(eq(type, "reverse"), like(reference, "invite:%"));
  const rows = await queries
    .select({ sum: sql<number>`coalesce(sum(${delta}), 0)::int` })
    .from(pointsLedger)
    .where(
      and(
        eq(pointsLedger.userId, userId),
        or(inArray(type, ["invite", "withdraw", "withdraw_return"]), isTakenBack),
      ),
    );
  return rows[0]?.sum ?? 0;
}

/** The points of all movements with one end: what came from invites and was not paid out, and the others. */
export interface OriginLot {
  /** The end; null for points that never end. */
  at: Date | null;
  invite: number;
  other: number;
}

/** A customer's lots in the order they end, without points that wait, and what was used up of all together. */
export async function lotsByOrigin(
  queries: Queries,
  userId: string,
  now: Date,
): Promise<{ used: number; lots: OriginLot[] }> {
  const { type, reference, delta, expiresAt, availableAt } = pointsLedger;
  const isInvite = sql`(${type} in ('invite', 'withdraw', 'withdraw_return')
    or (${type} = 'reverse' and ${reference} like 'invite:%'))`;
  const rows = await queries
    .select({
      at: expiresAt,
      invite: sql<number>`coalesce(sum(${delta}) filter (where not ${isUse} and ${isInvite}), 0)::int`,
      other: sql<number>`coalesce(sum(${delta}) filter (where not ${isUse} and not ${isInvite}), 0)::int`,
      used: sql<number>`coalesce(-sum(${delta}) filter (where ${isUse}), 0)::int`,
    })
    .from(pointsLedger)
    .where(and(eq(pointsLedger.userId, userId), lte(availableAt, now)))
    .groupBy(expiresAt)
    .orderBy(sql`${expiresAt} asc nulls last`);
  return { used: rows.reduce((sum, row) => sum + row.used, 0), lots: rows };
}

/** What a withdrawal took, by the lots it came from. */
export async function takenFor(tx: Queries, { userId, id }: WithdrawalRow) {
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

export async function insert(tx: Queries, row: typeof withdrawals.$inferInsert): Promise<WithdrawalRow> {
  return (await tx.insert(withdrawals).values(row).returning())[0] as WithdrawalRow;
}

/** How many a customer has asked for since a moment, whatever became of them. */
export async function countSince(queries: Queries, userId: string, since: Date): Promise<number> {
  const rows = await queries
    .select({ n: count() })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), gte(withdrawals.createdAt, since)));
  return rows[0]?.n ?? 0;
}

/** The withdrawal, held until the transaction ends. */
export async function lock(tx: Queries, id: string): Promise<WithdrawalRow | undefined> {
  return (await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for("update"))[0];
}

export async function update(tx: Queries, id: string, values: Partial<WithdrawalRow>): Promise<void> {
  await tx.update(withdrawals).set(values).where(eq(withdrawals.id, id));
}

/** A customer's withdrawals, the newest first. */
export async function pageOf(
  queries: Queries,
  userId: string,
  part: { offset: number; limit: number },
): Promise<{ rows: WithdrawalRow[]; total: number }> {
  const isTheirs = eq(withdrawals.userId, userId);
  const [rows, total] = await Promise.all([
    queries
      .select()
      .from(withdrawals)
      .where(isTheirs)
      .orderBy(desc(withdrawals.createdAt), desc(withdrawals.id))
      .offset(part.offset)
      .limit(part.limit),
    queries.select({ n: count() }).from(withdrawals).where(isTheirs),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}

function owned(queries: Queries) {
  return queries
    .select({ withdrawal: withdrawals, name: users.nickname, phone: users.phone })
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.userId));
}

/** Withdrawals in one state, or all, with whose they are; the newest first. */
export async function pageOfAll(
  queries: Queries,
  status: WithdrawalRow["status"] | undefined,
  part: { offset: number; limit: number },
): Promise<{ rows: OwnedWithdrawal[]; total: number }> {
  const isAmong = status && eq(withdrawals.status, status);
  const [rows, total] = await Promise.all([
    owned(queries)
      .where(isAmong)
      .orderBy(desc(withdrawals.createdAt), desc(withdrawals.id))
      .offset(part.offset)
      .limit(part.limit),
    queries.select({ n: count() }).from(withdrawals).where(isAmong),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}

export async function ownedById(queries: Queries, id: string): Promise<OwnedWithdrawal | undefined> {
  return (await owned(queries).where(eq(withdrawals.id, id)))[0];
}

/** Writes down what staff or an operator did. */
export async function audit(tx: Queries, entry: typeof auditLog.$inferInsert): Promise<void> {
  await tx.insert(auditLog).values(entry);
}
