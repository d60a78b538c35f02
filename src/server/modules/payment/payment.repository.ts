import { and, asc, count, eq, inArray, isNotNull, lt, lte, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { isInStates } from "../../platform/database/one-of.ts";
import { currentTraceparent } from "../../platform/tracing/trace.ts";
import { paymentAttempts, paymentNotifications } from "../../schema/payments.ts";
import { insertAudit } from "../audit/audit.repository.ts";

export type AttemptRow = typeof paymentAttempts.$inferSelect;

const isOpen = isInStates(paymentAttempts.state, ["created", "pending"]);

export async function findOpenAttempt(
  queries: QueryRunner,
  orderId: string,
): Promise<AttemptRow | undefined> {
  const rows = await queries
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), isOpen));
  return rows[0];
}

export async function findByTradeNo(
  queries: QueryRunner,
  outTradeNo: string,
): Promise<AttemptRow | undefined> {
  return (await queries.select().from(paymentAttempts).where(eq(paymentAttempts.outTradeNo, outTradeNo)))[0];
}

export async function findByTransactionId(queries: QueryRunner, id: string): Promise<AttemptRow | undefined> {
  return (await queries.select().from(paymentAttempts).where(eq(paymentAttempts.transactionId, id)))[0];
}

export async function findById(queries: QueryRunner, id: string): Promise<AttemptRow | undefined> {
  return (await queries.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)))[0];
}

/** Locks an attempt until the transaction ends. Lock the order first. */
export async function lockAttempt(tx: QueryRunner, id: string): Promise<AttemptRow | undefined> {
  return (await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)).for("update"))[0];
}

/** Finds the attempt whose money settled an order. */
export async function findSuccessfulAttempt(
  queries: QueryRunner,
  orderId: string,
): Promise<AttemptRow | undefined> {
  const rows = await queries
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.state, "success")))
    .orderBy(asc(paymentAttempts.succeededAt))
    .limit(1);
  return rows[0];
}

export async function countAttempts(tx: QueryRunner, orderId: string): Promise<number> {
  const rows = await tx
    .select({ n: count() })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId));
  return rows[0]?.n ?? 0;
}

export async function insertAttempt(
  tx: QueryRunner,
  row: typeof paymentAttempts.$inferInsert,
): Promise<AttemptRow> {
  return (
    await tx
      .insert(paymentAttempts)
      .values({ traceparent: currentTraceparent(), ...row })
      .returning()
  )[0] as AttemptRow;
}

export async function updateAttempt(
  queries: QueryRunner,
  id: string,
  values: Partial<AttemptRow>,
): Promise<void> {
  await queries.update(paymentAttempts).set(values).where(eq(paymentAttempts.id, id));
}

/** Marks an attempt as waiting at the provider; false when it was settled or closed meanwhile. */
export async function markPending(
  queries: QueryRunner,
  id: string,
  values: Partial<AttemptRow>,
): Promise<boolean> {
  const rows = await queries
    .update(paymentAttempts)
    .set({ ...values, state: "pending" })
    .where(and(eq(paymentAttempts.id, id), isOpen))
    .returning({ id: paymentAttempts.id });
  return rows.length > 0;
}

/** Closes an attempt that can receive no more money; false when it was settled or closed already. */
export async function closeAttempt(tx: QueryRunner, id: string): Promise<boolean> {
  const rows = await tx
    .update(paymentAttempts)
    .set({ state: "closed", nextQueryAt: null })
    .where(and(eq(paymentAttempts.id, id), isOpen))
    .returning({ id: paymentAttempts.id });
  return rows.length > 0;
}

/**
 * Claims attempts without a result and postpones them by a growing delay, so that no other process queries
 * them meanwhile.
 */
export async function claimDueAttempts(tx: QueryRunner, now: Date, limit: number): Promise<AttemptRow[]> {
  const due = tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(isNotNull(paymentAttempts.nextQueryAt), lte(paymentAttempts.nextQueryAt, now)))
    .orderBy(asc(paymentAttempts.nextQueryAt))
    .limit(limit)
    .for("update", { skipLocked: true });
  return await tx
    .update(paymentAttempts)
    .set({
      queryCount: sql`${paymentAttempts.queryCount} + 1`,
      // 5, 15 and 30 s after the start, then each minute: a lost notification is made up for within a minute.
      nextQueryAt: sql`${now.toISOString()}::timestamptz + (case ${paymentAttempts.queryCount} when 0 then 10 when 1 then 15 when 2 then 30 else 60 end) * interval '1 second'`,
    })
    .where(inArray(paymentAttempts.id, due))
    .returning();
}

export async function insertNotification(
  queries: QueryRunner,
  row: typeof paymentNotifications.$inferInsert,
): Promise<void> {
  await queries.insert(paymentNotifications).values(row);
}

/** Deletes notifications rejected before `before`: forged ones can come from any sender. */
export async function deleteRejectedNotifications(queries: QueryRunner, before: Date): Promise<void> {
  await queries
    .delete(paymentNotifications)
    .where(and(eq(paymentNotifications.outcome, "refused"), lt(paymentNotifications.receivedAt, before)));
}

/** Inserts an alert about money that staff have to check. */
export async function insertAlert(
  queries: QueryRunner,
  entry: { action: string; target: string; detail: Record<string, unknown>; createdAt: Date },
): Promise<void> {
  await insertAudit(queries, { actor: "system", ...entry });
}
