import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { DeletionObstacle } from "#contract/account/schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { users } from "../../schema/accounts.ts";
import { cards } from "../../schema/payments.ts";

type Kind = DeletionObstacle["kind"];

/** Lists what of a customer is still under way, by kind, each with the newest order concerned. */
export async function listObstacles(queries: QueryRunner, userId: string): Promise<DeletionObstacle[]> {
  const { rows } = await queries.execute<{ kind: Kind; count: number; order_id: string | null }>(sql`
    select kind, count(*)::int as count, (array_agg(order_id order by created_at desc))[1] as order_id from (
      select 'open_order' as kind, id as order_id, created_at from orders
        where user_id = ${userId} and status not in ('completed', 'cancelled')
      union all select 'refund_request', r.order_id, r.created_at from refund_requests r
        join orders o on o.id = r.order_id where o.user_id = ${userId} and r.status = 'open'
      union all select 'refund', r.order_id, r.created_at from refunds r
        join orders o on o.id = r.order_id
        where o.user_id = ${userId} and r.state in ('created', 'processing', 'failed')
      union all select 'withdrawal', null, created_at from withdrawals
        where user_id = ${userId} and status = 'reviewing') obstacle
    group by kind order by kind`);
  return rows;
}

/** Finds the number and the balance in fen of a customer's member card. */
export async function findCard(queries: QueryRunner, userId: string) {
  const { number, balanceFen } = cards;
  return (await queries.select({ number, balanceFen }).from(cards).where(eq(cards.userId, userId)))[0];
}

/** Lists accounts whose deletion is due, the longest due first; those after a position, which is a due time and an id. */
export async function listDue(
  queries: QueryRunner,
  now: Date,
  after: { dueAt: Date; id: string } | null,
  limit: number,
): Promise<{ id: string; dueAt: Date }[]> {
  const rows = await queries
    .select({ id: users.id, dueAt: users.deletionDueAt })
    .from(users)
    .where(
      and(
        isNotNull(users.deletionDueAt),
        lte(users.deletionDueAt, now),
        after
          ? sql`(${users.deletionDueAt}, ${users.id}) > (${after.dueAt.toISOString()}, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(asc(users.deletionDueAt), asc(users.id))
    .limit(limit);
  return rows.map(({ id, dueAt }) => ({ id, dueAt: dueAt as Date }));
}
