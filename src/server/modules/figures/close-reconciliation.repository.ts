import { sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { hourlyFigures, wholeChain } from "../../schema/figures.ts";
import { onlineChannels } from "../../schema/payments.ts";

export type MoneyKind = "payment" | "refund";

/** A payment or refund of the ledger at WeChat Pay; `date` is the day on which it counts, null if it does not count. */
export interface DatedEntry extends Record<string, unknown> {
  kind: MoneyKind;
  number: string;
  amount_fen: number;
  restaurant_id: string;
  date: string | null;
}

const isOnline = sql`a.channel = any(${sql.param([...onlineChannels])})`;
const dayOf = (at: "a.succeeded_at" | "r.finished_at") =>
  sql`(${sql.raw(at)} at time zone 'Asia/Shanghai')::date::text`;
const paymentColumns = sql`'payment' as kind, a.out_trade_no as number, a.amount_fen::float8 as amount_fen, o.restaurant_id,
  case when a.state = 'success' then ${dayOf("a.succeeded_at")} end as date
  from payment_attempts a join orders o on o.id = a.order_id`;
const refundColumns = sql`'refund' as kind, r.refund_no as number, r.money_fen::float8 as amount_fen, o.restaurant_id,
  case when r.state = 'success' then ${dayOf("r.finished_at")} end as date
  from refunds r join orders o on o.id = r.order_id join payment_attempts a on a.id = r.attempt_id`;

/** Lists payments or refunds by their numbers, in any state. */
export async function listByNumbers(
  queries: QueryRunner,
  kind: MoneyKind,
  numbers: readonly string[],
): Promise<DatedEntry[]> {
  const list = sql.param([...numbers]);
  const { rows } = await queries.execute<DatedEntry>(
    kind === "payment"
      ? sql`select ${paymentColumns} where a.out_trade_no = any(${list})`
      : sql`select ${refundColumns} where r.refund_no = any(${list})`,
  );
  return rows;
}

/** Lists the payments and refunds that count on a day. */
export async function listOfDay(queries: QueryRunner, date: string): Promise<DatedEntry[]> {
  const begin = sql`${date}::timestamp at time zone 'Asia/Shanghai'`;
  const end = sql`(${date}::date + 1)::timestamp at time zone 'Asia/Shanghai'`;
  const { rows } = await queries.execute<DatedEntry>(sql`
    select ${paymentColumns} where ${isOnline} and a.state = 'success'
      and a.succeeded_at >= ${begin} and a.succeeded_at < ${end}
    union all
    select ${refundColumns} where ${isOnline} and r.state = 'success' and r.restaurant_id is not null
      and r.finished_at >= ${begin} and r.finished_at < ${end}`);
  return rows;
}

/** Sums the money of WeChat Pay in the figures of a day, by restaurant. */
export async function sumOfDay(
  queries: QueryRunner,
  date: string,
): Promise<{ restaurant_id: string; payment: number; refund: number }[]> {
  const { rows } = await queries.execute<{ restaurant_id: string; payment: number; refund: number }>(sql`
    select h.restaurant_id, sum(h.wechat_fen + h.late_fen)::float8 as payment,
        sum(h.wechat_refund_fen + h.late_refund_fen)::float8 as refund
      from ${hourlyFigures} h where h.date = ${date}::date and h.restaurant_id <> ${wholeChain} group by 1`);
  return rows;
}
