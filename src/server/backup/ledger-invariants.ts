import { afterAllMonths } from "../platform/partitions/partitioned-tables.ts";
import { balanceInvariants } from "./balance-invariants.ts";

/**
 * SQL statements that each select rows violating one ledger invariant, by the invariant's name. All hold at
 * any time, also while orders and payments are in progress.
 */
const invariants: Record<string, string> = {
  ...balanceInvariants,
  "an order's paid money is what was captured for it": `
    select o.order_no from orders o where o.paid_fen <> (
      select coalesce(sum(a.amount_fen), 0) from payment_attempts a where a.order_id = o.id and a.state = 'success'
        and not exists (select 1 from refunds r where r.attempt_id = a.id and r.kind = 'late'))`,
  "an order's refunded money is the sum of its finished refunds": `
    select o.order_no from orders o where o.refunded_fen <> (
      select coalesce(sum(r.money_fen), 0) from refunds r
      where r.order_id = o.id and r.state in ('success', 'settled') and r.kind <> 'late')`,
  "refunds of a payment, those that failed included, never exceed it": `
    select a.out_trade_no from payment_attempts a join refunds r on r.attempt_id = a.id and r.state <> 'closed'
    group by a.out_trade_no, a.amount_fen having sum(r.money_fen) > a.amount_fen`,
  "a refund that failed waits for a person, with the reason, and its order says so": `
    select r.refund_no, o.refund_status from refunds r join orders o on o.id = r.order_id
    where r.state = 'failed' and (r.failure is null or r.finished_at is null
      or (r.kind <> 'late' and o.refund_status not in ('failed', 'refunding')))`,
  "an order whose refund is called failed has one that failed": `
    select o.order_no from orders o where o.refund_status = 'failed' and not exists (
      select 1 from refunds r where r.order_id = o.id and r.state = 'failed' and r.kind <> 'late')`,
  "a refund that was closed goes on under one other number, with the same amount": `
    select r.refund_no from refunds r where r.state = 'closed' and (
      select count(*) from refunds n where n.restart_of = r.refund_no and n.order_id = r.order_id
        and n.money_fen = r.money_fen and n.points = r.points and n.kind = r.kind) <> 1`,
  "a refund goes on with one that was closed": `
    select r.refund_no from refunds r left join refunds b on b.refund_no = r.restart_of
    where r.restart_of is not null and b.state is distinct from 'closed'`,
  "a refund that is under way is due, and one that is over is not": `
    select refund_no, state from refunds where (next_try_at is null and state in ('created', 'processing'))
      or (next_try_at is not null and state in ('success', 'settled', 'closed'))`,
  "only paid orders are beyond waiting for money": `
    select order_no from orders where (paid_at is not null and status = 'pending_payment')
      or (paid_at is null and (paid_fen > 0 or status not in ('pending_payment', 'cancelled')))`,
  "a cancelled order holds nothing": `
    select o.order_no from orders o where o.status = 'cancelled'
      and (o.reserved_at is not null or exists (select 1 from order_items i where i.order_id = o.id and i.reserved_stock > 0))`,
  "an order that is not cancelled keeps what it holds": `
    select o.order_no from orders o where o.status <> 'cancelled' and o.reserved_at is null
      and not exists (select 1 from payment_attempts a where a.order_id = o.id and a.out_trade_no like 'DEMO%')`,
  "the places taken in a slot are those of the orders that hold one": `
    select coalesce(b.restaurant_id, o.restaurant_id) as store, coalesce(b.slot_at, o.booking_at) as slot, b.taken, o.held
    from booking_slots b full join (
      select restaurant_id, booking_at, count(*) as held from orders
      where booking_at is not null and reserved_at is not null group by restaurant_id, booking_at) o
    on o.restaurant_id = b.restaurant_id and o.booking_at = b.slot_at
    where coalesce(b.taken, 0) <> coalesce(o.held, 0)`,
  "no slot has more or fewer places taken than there are": `
    select restaurant_id, slot_at from booking_slots where taken not between 0 and capacity`,
  "a voucher is redeemed by one live order, and only then": `
    select v.id from vouchers v left join orders o on o.voucher_id = v.id and o.status <> 'cancelled'
    where (v.status = 'redeemed') <> (o.id is not null) or v.order_id is distinct from o.id`,
  "an order made with a voucher costs nothing and gives nothing back": `
    select o.order_no from orders o where o.voucher_id is not null and (o.total_fen > 0 or o.paid_fen > 0
      or o.refund_status <> 'none' or exists (select 1 from refunds r where r.order_id = o.id))`,
  "only an order that waits for money has an open payment": `
    select o.order_no from orders o join payment_attempts a on a.order_id = o.id and a.state in ('created','pending')
    where o.status <> 'pending_payment'`,
  "an order has at most one row for each version of its history, and none is missing": `
    select o.order_no from orders o join lateral (select count(*) from order_history h where h.order_id = o.id) h on true
    where o.version < h.count or (o.version > h.count and not exists (select 1 from order_history_archives a
      where (o.id >= a.first_id and o.id < a.end_id) or (a.first_id = '' and o.id >= '${afterAllMonths}')))`,
  "what belongs to an order belongs to one that is there": `
    select distinct r.name, r.order_id from (
      select 'order_items' as name, order_id from order_items union all select 'order_history', order_id from order_history
      union all select 'payment_attempts', order_id from payment_attempts union all select 'refunds', order_id from refunds
      union all select 'refund_requests', order_id from refund_requests
      union all select 'points_reservations', order_id from points_reservations
      union all select 'points_ledger', order_id from points_ledger union all select 'card_ledger', order_id from card_ledger
      union all select 'invites', order_id from invites union all select 'invoices', order_id from invoices) r
    where r.order_id is not null and not exists (select 1 from orders o where o.id = r.order_id)`,
  "an order's numbers are its own": `
    select order_no as number from orders group by order_no having count(*) > 1
    union all select public_id from orders group by public_id having count(*) > 1`,
  "a history is a chain": `
    select order_id from (select order_id, from_state,
      lag(to_state) over (partition by order_id, field order by version) as earlier from order_history) h
    where earlier is not null and from_state <> earlier`,
};

/** Checks all invariants in one snapshot: returns the index of an invariant and a row that violates it. */
const allInvariantsSql = Object.values(invariants)
  .map((sql, nth) => `select ${nth} as nth, to_jsonb(row) as row from (${sql}) row`)
  .join(" union all ");

/** Names of all invariants. */
export const invariantNames = Object.keys(invariants);

/** Runs one statement without parameters and returns its rows. */
export type RunQuery = (text: string) => Promise<unknown[]>;

/** Returns one line for each row that violates an invariant, beginning with the invariant's name. */
export async function findViolations(runQuery: RunQuery): Promise<string[]> {
  const rows = (await runQuery(allInvariantsSql)) as { nth: number; row: unknown }[];
  return rows.map(({ nth, row }) => `${invariantNames[nth]}: ${JSON.stringify(row)}`);
}
