import { and, asc, count, desc, eq, gte, inArray, lte, ne, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { users } from "../../schema/accounts.ts";
import { orders } from "../../schema/orders.ts";
import { refunds } from "../../schema/payments.ts";
import { invites } from "../../schema/rewards.ts";
import { activeStatuses } from "../order/order-transition.rules.ts";

export type InviteRow = typeof invites.$inferSelect;

/** Lists the customers invited by a customer, newest first. */
export async function findPage(
  queries: QueryRunner,
  inviterId: string,
  page: { offset: number; limit: number },
) {
  return await queries
    .select({ invite: invites, name: users.nickname })
    .from(invites)
    .innerJoin(users, eq(users.id, invites.inviteeId))
    .where(eq(invites.inviterId, inviterId))
    .orderBy(desc(invites.boundAt), desc(invites.inviteeId))
    .offset(page.offset)
    .limit(page.limit);
}

/** Returns how many people a customer invited, how many of them ordered, and the points earned by it. */
export async function getTotals(queries: QueryRunner, inviterId: string) {
  const [row] = await queries
    .select({
      invited: count(),
      ordered: sql<number>`count(*) filter (where ${invites.status} in ('ordered', 'rewarded'))::int`,
      points: sql<number>`coalesce(sum(${invites.points}), 0)::int`,
    })
    .from(invites)
    .where(eq(invites.inviterId, inviterId));
  return row ?? { invited: 0, ordered: 0, points: 0 };
}

/** Counts invites rewarded since a timestamp, including those revoked later. */
export async function countRewarded(queries: QueryRunner, inviterId: string, since: Date): Promise<number> {
  const rows = await queries
    .select({ n: count() })
    .from(invites)
    .where(and(eq(invites.inviterId, inviterId), gte(invites.rewardedAt, since)));
  return rows[0]?.n ?? 0;
}

/** Locks the invite that a customer accepted until the transaction ends. Lock its order first. */
export async function lockByInvitee(tx: QueryRunner, inviteeId: string): Promise<InviteRow | undefined> {
  return (await tx.select().from(invites).where(eq(invites.inviteeId, inviteeId)).for("update"))[0];
}

export async function update(tx: QueryRunner, inviteeId: string, values: Partial<InviteRow>): Promise<void> {
  await tx.update(invites).set(values).where(eq(invites.inviteeId, inviteeId));
}

/** Records the qualifying order, unless there is one already. */
export async function setQualifyingOrder(
  tx: QueryRunner,
  inviteeId: string,
  qualifyingOrder: { orderId: string; rewardAt: Date },
): Promise<void> {
  await tx
    .update(invites)
    .set({ ...qualifyingOrder, status: "ordered" })
    .where(and(eq(invites.inviteeId, inviteeId), eq(invites.status, "registered")));
}

/** Claims due rewards and postpones them to `retryAt`, so that no other process takes them meanwhile. */
export async function claimDue(
  tx: QueryRunner,
  now: Date,
  retryAt: Date,
  limit: number,
): Promise<InviteRow[]> {
  const due = tx
    .select({ id: invites.inviteeId })
    .from(invites)
    .where(and(eq(invites.status, "ordered"), lte(invites.rewardAt, now)))
    .orderBy(asc(invites.rewardAt))
    .limit(limit)
    .for("update", { skipLocked: true });
  return await tx
    .update(invites)
    .set({ rewardAt: retryAt })
    .where(inArray(invites.inviteeId, due))
    .returning();
}

/**
 * Lists a customer's first completed orders, earliest first. Locks them and the active ones until the
 * transaction ends, so that none is completed or refunded unseen.
 */
export async function lockCompletedOrders(tx: QueryRunner, userId: string, limit: number) {
  const rows = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), inArray(orders.status, [...activeStatuses, "completed"])))
    .orderBy(asc(orders.completedAt), asc(orders.id))
    .limit(limit)
    .for("update");
  return rows.filter(({ status }) => status === "completed");
}

/** Sums the points refunded for an order. */
export async function sumRefundedPoints(queries: QueryRunner, orderId: string): Promise<number> {
  const rows = await queries
    .select({ sum: sql<number>`coalesce(sum(${refunds.points}), 0)::int` })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        inArray(refunds.state, ["success", "settled"]),
        ne(refunds.kind, "late"),
      ),
    );
  return rows[0]?.sum ?? 0;
}
