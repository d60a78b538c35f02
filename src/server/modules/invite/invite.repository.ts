import { and, asc, count, desc, eq, gte, inArray, lte, ne, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { users } from "../../schema/accounts.ts";
import { orders } from "../../schema/orders.ts";
import { refunds } from "../../schema/payments.ts";
import { invites } from "../../schema/rewards.ts";
import { activeStatuses } from "../order/order-transition.rules.ts";

export type InviteRow = typeof invites.$inferSelect;

/** The people a customer invited, the newest first. */
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

/** How many people a customer invited, how many of them ate, and the points that came of it. */
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

/** For how many people a customer got points since a moment, also those that were taken back. */
export async function countRewarded(queries: QueryRunner, inviterId: string, since: Date): Promise<number> {
  const rows = await queries
    .select({ n: count() })
    .from(invites)
    .where(and(eq(invites.inviterId, inviterId), gte(invites.rewardedAt, since)));
  return rows[0]?.n ?? 0;
}

/** The invitation that a customer accepted, held until the transaction ends. Lock its order first. */
export async function lockByInvitee(tx: QueryRunner, inviteeId: string): Promise<InviteRow | undefined> {
  return (await tx.select().from(invites).where(eq(invites.inviteeId, inviteeId)).for("update"))[0];
}

export async function update(tx: QueryRunner, inviteeId: string, values: Partial<InviteRow>): Promise<void> {
  await tx.update(invites).set(values).where(eq(invites.inviteeId, inviteeId));
}

/** Writes down which meal counts, unless one does already. */
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

/** Rewards that are due, put off until `retryAt` so that no other process takes them meanwhile. */
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
 * A customer's first completed orders, the earliest first. They and those under way are held until the transaction ends,
 * so that none is completed or given back unseen.
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

/** Points that were given back for an order. */
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
