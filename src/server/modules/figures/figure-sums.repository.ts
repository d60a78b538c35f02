import { sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import {
  cancellationFigures,
  dishFigures,
  type FigureSpan,
  figuresProgress,
  hourlyFigures,
  outdatedFigures,
  restaurantFigures,
  wholeChain,
} from "../../schema/figures.ts";
import { restaurants } from "../../schema/restaurants.ts";
import { markChainDays, sumOrdersOfChain } from "./chain-figures.repository.ts";
import {
  addEvents,
  addToChain,
  addUp,
  cancellationsOf,
  dayTable,
  type RestaurantDay,
  refundsOf,
  salesOf,
} from "./figure-events.repository.ts";

const dishColumns = ["quantity", "sales_fen", "refunded_quantity"];
const cancellationColumns = ["unpaid", "paid"];
const spans: readonly FigureSpan[] = ["day", "month", "year"];
/** Restaurants whose past is searched for days at once. */
const restaurantBatch = 4;
/** Longest reason that is counted apart; restaurants write their own. */
const reasonMax = 60;

/** Returns whether no other process computes figures until the transaction ends. */
export async function tryLockFigures(tx: QueryRunner): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('figures')) as is`,
  );
  return rows[0]?.is === true;
}

/** Identifies a day among others. */
export const dayKey = ({ restaurantId, date }: RestaurantDay) => `${restaurantId} ${date}`;

const isNoneOf = (days: readonly RestaurantDay[]) =>
  sql`restaurant_id || ' ' || date::text <> all(${sql.param(days.map(dayKey))}::text[])`;

/**
 * Takes the oldest days to compute again, those of the past only when there is no other, and none that are postponed; a
 * change that is committed later has a row of its own and is taken later. Returns each day once, and how many rows there were.
 */
export async function takeOutdated(
  tx: QueryRunner,
  limit: number,
  postponed: readonly RestaurantDay[],
): Promise<{ days: RestaurantDay[]; rowCount: number }> {
  for (const isPast of [false, true]) {
    const { rows } = await tx.execute<{ restaurant_id: string; date: string }>(sql`
      delete from ${outdatedFigures} where id in (
        select id from ${outdatedFigures} where is_past = ${isPast} and ${isNoneOf(postponed)}
         order by id limit ${limit})
      returning restaurant_id, date::text as date`);
    if (rows.length === 0) continue;
    const taken = rows.map(({ restaurant_id, date }) => ({ restaurantId: restaurant_id, date }));
    const days = new Map(taken.map((day) => [dayKey(day), day]));
    return { days: [...days.values()], rowCount: rows.length };
  }
  return { days: [], rowCount: 0 };
}

/** Returns the id of the newest change that is not computed yet, 0 for none. */
export async function findLastOutdated(queries: QueryRunner): Promise<number> {
  const { rows } = await queries.execute<{ id: number }>(
    sql`select coalesce(max(id), 0)::float8 as id from ${outdatedFigures} where not is_past`,
  );
  return rows[0]?.id ?? 0;
}

/** Returns whether a change up to `last` is not computed yet, apart from the past and from postponed days. */
export async function hasOutdated(
  queries: QueryRunner,
  last: number,
  postponed: readonly RestaurantDay[],
): Promise<boolean> {
  const { rows } = await queries.execute(sql`
    select from ${outdatedFigures} where is_past = false and id <= ${last} and ${isNoneOf(postponed)} limit 1`);
  return rows.length > 0;
}

/** Returns whether days of the past, from `from` to `to`, may not be computed yet. */
export async function hasPendingPast(queries: QueryRunner, from: string, to: string): Promise<boolean> {
  const { rows } = await queries.execute<{ is: boolean }>(sql`
    select not exists (select from ${figuresProgress} where completed_at is not null)
      or exists (select from ${outdatedFigures} where is_past and date between ${from}::date and ${to}::date) as is`);
  return rows[0]?.is === true;
}

/** Computes the figures of these days again from orders, refunds and points; the lock must be held. */
export async function recompute(tx: QueryRunner, days: readonly RestaurantDay[]): Promise<void> {
  await addToChain(tx, days, -1);
  await addDishesToChain(tx, days, -1);
  await addCancellationsToChain(tx, days, -1);
  for (const [table, column] of [
    [hourlyFigures, "date"],
    [dishFigures, "start"],
    [cancellationFigures, "date"],
  ] as const)
    await tx.execute(sql`delete from ${table} f using ${dayTable(days)}
      where f.restaurant_id = day.restaurant_id and f.${sql.identifier(column)} = day.date`);
  await addEvents(tx, days);
  await addDishes(tx, days);
  await addCancellations(tx, days);
  await addToChain(tx, days, 1);
  await addDishesToChain(tx, days, 1);
  await addCancellationsToChain(tx, days, 1);
  await sumRestaurants(tx, days);
  await sumOrdersOfChain(tx, [...new Set(days.map(({ date }) => date))]);
}

async function addDishes(tx: QueryRunner, days: readonly RestaurantDay[]): Promise<void> {
  await tx.execute(sql`
    insert into ${dishFigures} (restaurant_id, span, start, dish_id, quantity, sales_fen)
    select day.restaurant_id, 'day', day.date, i.dish_id, sum(i.quantity), sum(i.price_fen * i.quantity)
      from ${salesOf(days)} join order_items i on i.order_id = o.id group by 1, 3, 4`);
  await tx.execute(sql`
    insert into ${dishFigures} (restaurant_id, span, start, dish_id, refunded_quantity)
    select day.restaurant_id, 'day', day.date, i.dish_id, sum(n.quantity)
      from ${refundsOf(days)}
        cross join jsonb_to_recordset(case when jsonb_typeof(r.items) = 'array' then r.items else '[]' end)
          as n(line int, quantity int)
        join order_items i on i.order_id = o.id and i.line = n.line
     where r.kind <> 'late' group by 1, 3, 4
    on conflict (restaurant_id, span, start, dish_id) do update set ${addUp("dish_figures", ["refunded_quantity"])}`);
}

async function addCancellations(tx: QueryRunner, days: readonly RestaurantDay[]): Promise<void> {
  await tx.execute(sql`
    insert into ${cancellationFigures} (restaurant_id, date, reason, unpaid, paid)
    select day.restaurant_id, day.date, left(coalesce(o.cancel_reason, ''), ${reasonMax}),
        count(*) filter (where o.paid_at is null), count(o.paid_at)
      from ${cancellationsOf(days)} group by 1, 2, 3`);
}

async function addDishesToChain(
  tx: QueryRunner,
  days: readonly RestaurantDay[],
  sign: 1 | -1,
): Promise<void> {
  const factor = sql.raw(String(sign));
  for (const span of spans)
    await tx.execute(sql`
      insert into ${dishFigures} (restaurant_id, span, start, dish_id, quantity, sales_fen, refunded_quantity)
      select ${wholeChain}, ${span}, date_trunc(${span}, f.start)::date, f.dish_id, ${factor} * sum(f.quantity),
          ${factor} * sum(f.sales_fen), ${factor} * sum(f.refunded_quantity)
        from ${dayTable(days)} join ${dishFigures} f
          on f.restaurant_id = day.restaurant_id and f.span = 'day' and f.start = day.date
       group by 3, 4
      on conflict (restaurant_id, span, start, dish_id) do update set ${addUp("dish_figures", dishColumns)}`);
}

async function addCancellationsToChain(
  tx: QueryRunner,
  days: readonly RestaurantDay[],
  sign: 1 | -1,
): Promise<void> {
  const factor = sql.raw(String(sign));
  await tx.execute(sql`
    insert into ${cancellationFigures} (restaurant_id, date, reason, unpaid, paid)
    select ${wholeChain}, f.date, f.reason, ${factor} * sum(f.unpaid), ${factor} * sum(f.paid)
      from ${dayTable(days)} join ${cancellationFigures} f
        on f.restaurant_id = day.restaurant_id and f.date = day.date
     group by 2, 3
    on conflict (restaurant_id, date, reason) do update
      set ${addUp("cancellation_figures", cancellationColumns)}`);
  // A reason that has left all orders, perhaps because it was about a person, must not stay as a text.
  if (sign === 1)
    await tx.execute(sql`delete from ${cancellationFigures} f using ${dayTable(days)}
      where f.restaurant_id = ${wholeChain} and f.date = day.date and f.unpaid = 0 and f.paid = 0`);
}

/** Sums the days of restaurants from their hours, then the months and years that these days are in. */
async function sumRestaurants(tx: QueryRunner, days: readonly RestaurantDay[]): Promise<void> {
  const columns = sql`orders, sales_fen, money_fen, refund_fen, cancelled, first_orders`;
  const update = sql`on conflict (restaurant_id, span, start) do update set (${columns}) = (excluded.orders,
    excluded.sales_fen, excluded.money_fen, excluded.refund_fen, excluded.cancelled, excluded.first_orders)`;
  const none = sql`coalesce(sum(`;
  await tx.execute(sql`
    insert into ${restaurantFigures} (restaurant_id, span, start, ${columns})
    select day.restaurant_id, 'day', day.date, ${none}h.orders), 0), ${none}h.sales_fen), 0),
        ${none}h.wechat_fen + h.card_fen), 0),
        ${none}h.wechat_refund_fen + h.card_refund_fen + h.other_refund_fen), 0),
        ${none}h.cancelled_unpaid + h.cancelled_paid), 0), ${none}h.first_orders), 0)
      from ${dayTable(days)} left join ${hourlyFigures} h
        on h.restaurant_id = day.restaurant_id and h.date = day.date
     group by 1, 3 ${update}`);
  for (const [span, part, length] of [
    ["month", "day", "1 month"],
    ["year", "month", "1 year"],
  ] as const)
    await tx.execute(sql`
      insert into ${restaurantFigures} (restaurant_id, span, start, ${columns})
      select s.restaurant_id, ${span}, s.start, sum(f.orders), sum(f.sales_fen), sum(f.money_fen),
          sum(f.refund_fen), sum(f.cancelled), sum(f.first_orders)
        from (select distinct day.restaurant_id, date_trunc(${span}, day.date)::date as start
                from ${dayTable(days)}) s
          join ${restaurantFigures} f on f.restaurant_id = s.restaurant_id and f.span = ${part}
            and f.start >= s.start and f.start < s.start + ${length}::interval
       group by 1, 3 ${update}`);
}

/**
 * Marks all days of the next restaurants on which something happened, until all restaurants were visited once; with the
 * first ones those of the chain. Returns whether there are more restaurants, and how many days were marked.
 */
export async function markPast(tx: QueryRunner, now: Date): Promise<{ hasMore: boolean; marked: number }> {
  const { rows } = await tx.execute<{ restaurant_id: string; is_completed: boolean }>(
    sql`select restaurant_id, completed_at is not null as is_completed from ${figuresProgress}`,
  );
  const [progress] = rows;
  if (progress === undefined || progress.is_completed) return { hasMore: false, marked: 0 };
  if (progress.restaurant_id === "") await markChainDays(tx);
  const next = await tx.execute<{ id: string }>(sql`
    select id from ${restaurants} where id > ${progress.restaurant_id} order by id limit ${restaurantBatch}`);
  const ids = next.rows.map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) {
    await tx.execute(sql`update ${figuresProgress} set completed_at = ${now.toISOString()}::timestamptz`);
    return { hasMore: false, marked: 0 };
  }
  const day = (at: string) => sql`(${sql.raw(at)} at time zone 'Asia/Shanghai')::date`;
  const list = sql.param(ids);
  const { rowCount } = await tx.execute(sql`
    insert into ${outdatedFigures} (restaurant_id, date, is_past)
    select restaurant_id, date, true from (
      select restaurant_id, ${day("paid_at")} as date from orders
        where restaurant_id = any(${list}) and paid_at is not null
      union select restaurant_id, ${day("cancelled_at")} from orders
        where restaurant_id = any(${list}) and cancelled_at is not null
      union select restaurant_id, ${day("finished_at")} from refunds
        where restaurant_id = any(${list}) and state in ('success', 'settled') and finished_at is not null
      union select restaurant_id, ${day("created_at")} from refunds
        where restaurant_id = any(${list}) and kind = 'late' and restart_of is null) days
     order by date desc`);
  await tx.execute(sql`update ${figuresProgress} set restaurant_id = ${last}`);
  return { hasMore: true, marked: rowCount ?? 0 };
}
