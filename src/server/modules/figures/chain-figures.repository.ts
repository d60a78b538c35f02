import { type SQL, sql } from "drizzle-orm";
import type { ChainSums } from "#contract/staff/figures/chain.schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { chainFigures, hourlyFigures, outdatedChainFigures, wholeChain } from "../../schema/figures.ts";
import { vouchers } from "../../schema/orders.ts";
import { cardLedger, cards } from "../../schema/payments.ts";
import { pointsLedger, withdrawals } from "../../schema/rewards.ts";
import { dayTable } from "./figure-events.repository.ts";
import type { DayRange } from "./figure-range.rules.ts";

/** Rows of a table on a day, found by an index on their time. */
interface DaySource {
  table: SQL;
  at: SQL;
  /** Rows that count, as the index has it. */
  where?: SQL;
  sums: Readonly<Record<string, SQL>>;
}

const sumOf = (value: SQL, type: string) => sql`coalesce(sum(${value}) filter (where x.type = ${type}), 0)`;
const isOfNoOrder = sql`x.order_id is null`;

/** What is added up beside orders. */
const ownSources: readonly DaySource[] = [
  { table: sql`${cards}`, at: sql`x.created_at`, sums: { cards_issued: sql`count(*)` } },
  {
    table: sql`${cards}`,
    at: sql`x.bound_at`,
    where: sql`x.bound_at is not null`,
    sums: { cards_bound: sql`count(*)` },
  },
  {
    table: sql`${cardLedger}`,
    at: sql`x.created_at`,
    where: isOfNoOrder,
    sums: {
      cards_value_fen: sumOf(sql`x.delta_fen`, "issue"),
      cards_adjusted_fen: sql`coalesce(sum(x.delta_fen) filter (where x.type <> 'issue'), 0)`,
    },
  },
  { table: sql`${vouchers}`, at: sql`x.created_at`, sums: { vouchers_issued: sql`count(*)` } },
  {
    table: sql`${pointsLedger}`,
    at: sql`x.created_at`,
    where: isOfNoOrder,
    sums: {
      points_invited: sumOf(sql`x.delta`, "invite"),
      points_revoked: sumOf(sql`x.delta`, "reverse"),
      points_expired: sumOf(sql`x.delta`, "expire"),
      points_requested: sql`coalesce(sum(x.delta) filter (where x.type in ('withdraw', 'withdraw_return')), 0)`,
      points_adjusted: sql`coalesce(sum(x.delta) filter (where x.type not in
        ('invite', 'reverse', 'expire', 'withdraw', 'withdraw_return')), 0)`,
    },
  },
  {
    table: sql`${withdrawals}`,
    at: sql`x.reviewed_at`,
    where: sql`x.status = 'paid'`,
    sums: { withdrawals: sql`count(*)`, points_withdrawn: sql`coalesce(sum(x.points), 0)` },
  },
];

/** What orders did, from the sums of the hours. */
const orderSums: Readonly<Record<string, SQL>> = {
  cards_spent_fen: sql`coalesce(sum(x.card_fen - x.card_refund_fen), 0)`,
  vouchers_redeemed: sql`coalesce(sum(x.voucher_orders - x.voucher_returns), 0)`,
  points_of_orders: sql`coalesce(sum(x.points_earned + x.points_reversed + x.points_returned - x.points_used), 0)`,
};

const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
const columns = (sums: Readonly<Record<string, SQL>>) =>
  list(Object.entries(sums).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`));

const ofOrders = sql`cross join lateral (select ${columns(orderSums)} from ${hourlyFigures} x
  where x.restaurant_id = ${wholeChain} and x.date = day.date) orders`;
const ofOwn = sql.join(
  ownSources.map(
    ({ table, at, where = sql`true`, sums }, nth) => sql`cross join lateral (select ${columns(sums)}
      from ${table} x where ${at} >= day.begins_at and ${at} < day.ends_at and ${where}) ${sql.identifier(`own${nth}`)}`,
  ),
  sql` `,
);

async function write(
  tx: QueryRunner,
  dates: readonly string[],
  { names, from }: { names: string[]; from: SQL },
): Promise<void> {
  const days = dates.map((date) => ({ restaurantId: wholeChain, date }));
  const identifiers = names.map((name) => sql.identifier(name));
  await tx.execute(sql`
    insert into ${chainFigures} (date, ${sql.join(identifiers, sql`, `)})
    select day.date, ${sql.join(identifiers, sql`, `)} from ${dayTable(days)} ${from}
    on conflict (date) do update set ${list(identifiers.map((name) => sql`${name} = excluded.${name}`))}`);
}

/** Computes days of the chain again. */
export async function sumChainDays(tx: QueryRunner, dates: readonly string[]): Promise<void> {
  const names = [...ownSources.flatMap(({ sums }) => Object.keys(sums)), ...Object.keys(orderSums)];
  await write(tx, dates, { names, from: sql`${ofOwn} ${ofOrders}` });
}

/** Computes again what orders did on days of the chain; call it after the hours of these days. */
export async function sumOrdersOfChain(tx: QueryRunner, dates: readonly string[]): Promise<void> {
  await write(tx, dates, { names: Object.keys(orderSums), from: ofOrders });
}

/**
 * Takes the newest days of the chain to compute again, none that are postponed; a change that is committed later has a row of its own and is taken
 * later. A day that a job changed a million times is taken once.
 */
export async function takeOutdatedDays(
  tx: QueryRunner,
  limit: number,
  postponed: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ date: string }>(sql`
    with taken as (
      delete from ${outdatedChainFigures} where date in (
        select distinct date from ${outdatedChainFigures}
         where date <> all(${sql.param(postponed)}::date[]) order by date desc limit ${limit})
      returning date)
    select distinct date::text as date from taken`);
  return rows.map(({ date }) => date);
}

/** Marks all days of the chain, from the first to the last on which something happened. */
export async function markChainDays(tx: QueryRunner): Promise<void> {
  const spans = ownSources.map(
    ({ table, at, where = sql`true` }) => sql`select (min(${at}) at time zone 'Asia/Shanghai')::date as first,
      (max(${at}) at time zone 'Asia/Shanghai')::date as last from ${table} x where ${where}`,
  );
  await tx.execute(sql`
    insert into ${outdatedChainFigures} (date)
    select day::date from (select min(first) as first, max(last) as last from (
        ${sql.join(spans, sql` union all `)}
        union all select min(date), max(date) from ${hourlyFigures}) spans) range,
      generate_series(range.first::timestamp, range.last::timestamp, interval '1 day') day`);
}

/** Sums of days under the names of the contract, which has no `_fen`. */
const sums = list(
  Object.values(chainFigures)
    .filter((column) => typeof column === "object" && "hasDefault" in column && column.hasDefault)
    .map(
      ({ name }) =>
        sql`coalesce(sum(${sql.identifier(name)}), 0)::float8 as ${sql.identifier(name.replace(/_fen$/, ""))}`,
    ),
);

/** Sums of a range. */
export async function sumChain(queries: QueryRunner, { from, to }: DayRange): Promise<ChainSums> {
  const { rows } = await queries.execute<ChainSums & Record<string, unknown>>(
    sql`select ${sums} from ${chainFigures} where date between ${from}::date and ${to}::date`,
  );
  return rows[0] as ChainSums;
}

/** Sums a range by day or month; without those of which nothing is stored. */
export async function sumChainByPoint(
  queries: QueryRunner,
  { from, to }: DayRange,
  unit: "day" | "month",
): Promise<(ChainSums & { at: string })[]> {
  const at = unit === "day" ? sql`date::text` : sql`to_char(date, 'YYYY-MM')`;
  const { rows } = await queries.execute<ChainSums & { at: string } & Record<string, unknown>>(sql`
    select ${at} as at, ${sums} from ${chainFigures} where date between ${from}::date and ${to}::date group by 1`);
  return rows;
}
