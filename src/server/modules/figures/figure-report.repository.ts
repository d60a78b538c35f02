import { type SQL, sql } from "drizzle-orm";
import type { OrderType } from "#contract/order/status.ts";
import type { FigureSums } from "#contract/staff/figures/schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import {
  cancellationFigures,
  dishFigures,
  figuresProgress,
  hourlyFigures,
  outdatedChainFigures,
  outdatedFigures,
  restaurantFigures,
  wholeChain,
} from "../../schema/figures.ts";
import { dishes, restaurants } from "../../schema/restaurants.ts";
import { keywordFilter } from "../restaurant/restaurant.repository.ts";
import { measures } from "./figure-events.repository.ts";
import type { CodePage } from "./figure-file.rules.ts";
import { type DayRange, splitRange } from "./figure-range.rules.ts";

/** Page of a list. */
export interface Page {
  offset: number;
  limit: number;
}

/** Sums under the names of the contract, which has no `_fen`. */
const sumColumns = sql.join(
  measures.map(
    (name) =>
      sql`coalesce(sum(h.${sql.identifier(name)}), 0)::float8 as ${sql.identifier(name.replace(/_fen$/, ""))}`,
  ),
  sql`, `,
);
const hoursOf = (restaurantId: string | undefined, { from, to }: DayRange) => sql`${hourlyFigures} h
  where h.restaurant_id = ${restaurantId ?? wholeChain} and h.date between ${from}::date and ${to}::date`;
const isInSpans = (range: DayRange) =>
  sql.join(
    splitRange(range).map(
      ({ span, from, to }) => sql`(f.span = ${span} and f.start between ${from}::date and ${to}::date)`,
    ),
    sql` or `,
  );

/** Returns a condition for restaurants that match a keyword; those that are closed for good only match their code. */
function matchesKeyword(column: SQL, keyword: string): SQL {
  const { indexedCondition } = keywordFilter(keyword, undefined);
  return sql`${column} in (
    select ${restaurants.id} from ${restaurants} where ${restaurants.closedAt} is null and ${indexedCondition}
    union select ${keyword.toUpperCase()})`;
}

/** Sums a range by type of order. */
export async function sumByType(
  queries: QueryRunner,
  restaurantId: string | undefined,
  range: DayRange,
): Promise<(FigureSums & { type: OrderType })[]> {
  const { rows } = await queries.execute<FigureSums & { type: OrderType } & Record<string, unknown>>(
    sql`select h.type, ${sumColumns} from ${hoursOf(restaurantId, range)} group by h.type`,
  );
  return rows;
}

interface FewSums extends Record<string, unknown> {
  orders: number;
  sales: number;
  net: number;
  refund: number;
  cancelled: number;
  first_orders: number;
}

/** Sums of a point of a chart. */
export interface PointSums extends FewSums {
  at: string;
}

/** Sums a range by day, month or hour of the day; without the points at which nothing happened. */
export async function sumByPoint(
  queries: QueryRunner,
  restaurantId: string | undefined,
  range: DayRange,
  unit: "day" | "month" | "hour",
): Promise<PointSums[]> {
  const at = {
    day: sql`h.date::text`,
    month: sql`to_char(h.date, 'YYYY-MM')`,
    hour: sql`h.hour::text`,
  }[unit];
  const refund = sql`h.wechat_refund_fen + h.card_refund_fen + h.other_refund_fen`;
  const { rows } = await queries.execute<PointSums>(sql`
    select ${at} as at, sum(h.orders)::float8 as orders, sum(h.sales_fen)::float8 as sales,
        sum(h.wechat_fen + h.card_fen - (${refund}))::float8 as net, sum(${refund})::float8 as refund,
        sum(h.cancelled_unpaid + h.cancelled_paid)::float8 as cancelled, sum(h.first_orders)::float8 as first_orders
      from ${hoursOf(restaurantId, range)} group by 1`);
  return rows;
}

/** Sums of a restaurant. */
export interface RestaurantSums extends FewSums {
  restaurant_id: string;
  name: string | null;
}

const restaurantSorts = {
  sales: sql`sum(f.sales_fen)`,
  net: sql`sum(f.money_fen) - sum(f.refund_fen)`,
  orders: sql`sum(f.orders)`,
  refund: sql`sum(f.refund_fen)`,
  cancelled: sql`sum(f.cancelled)`,
  first_orders: sql`sum(f.first_orders)`,
};

/**
 * Lets the statements of a transaction add up a hundred thousand restaurants in memory: on the disk it takes twice as long.
 */
export async function allowLargeSums(tx: QueryRunner): Promise<void> {
  await tx.execute(sql`select set_config('work_mem', '64MB', true)`);
}

const restaurantColumns = sql`sum(f.orders)::float8 as orders, sum(f.sales_fen)::float8 as sales,
  (sum(f.money_fen) - sum(f.refund_fen))::float8 as net, sum(f.refund_fen)::float8 as refund,
  sum(f.cancelled)::float8 as cancelled, sum(f.first_orders)::float8 as first_orders`;
const isWantedRestaurant = (keyword: string) =>
  keyword === "" ? sql`true` : matchesKeyword(sql`f.restaurant_id`, keyword);

/** Lists restaurants by one of their sums, the greatest first, then by code. Call `allowLargeSums` before. */
export async function listRestaurants(
  queries: QueryRunner,
  range: DayRange,
  { keyword, sort, offset, limit }: Page & { keyword: string; sort: keyof typeof restaurantSorts },
): Promise<RestaurantSums[]> {
  const { rows } = await queries.execute<RestaurantSums>(sql`
    with page as (
      select f.restaurant_id, ${restaurantSorts[sort]} as rank from ${restaurantFigures} f
       where (${isInSpans(range)}) and ${isWantedRestaurant(keyword)}
       group by 1 order by 2 desc, 1 offset ${offset} limit ${limit})
    select p.restaurant_id, r.name, s.* from page p
      left join ${restaurants} r on r.id = p.restaurant_id
      cross join lateral (select ${restaurantColumns}
          from ${restaurantFigures} f where f.restaurant_id = p.restaurant_id and (${isInSpans(range)})) s
     order by p.rank desc, p.restaurant_id`);
  return rows;
}

/** Lists restaurants by code, those after one. Call `allowLargeSums` before. */
export async function listRestaurantsByCode(
  queries: QueryRunner,
  range: DayRange,
  { keyword, after, limit }: CodePage & { keyword: string },
): Promise<RestaurantSums[]> {
  const { rows } = await queries.execute<RestaurantSums>(sql`
    with page as (
      select f.restaurant_id, ${restaurantColumns} from ${restaurantFigures} f
       where (${isInSpans(range)}) and f.restaurant_id > ${after} and ${isWantedRestaurant(keyword)}
       group by 1 order by 1 limit ${limit})
    select p.*, r.name from page p left join ${restaurants} r on r.id = p.restaurant_id order by p.restaurant_id`);
  return rows;
}

/** Sums of a dish. */
export interface DishSums extends Record<string, unknown> {
  dish_id: string;
  name: string | null;
  spec_name: string | null;
  quantity: number;
  sales: number;
  refunded_quantity: number;
}

/** Lists dishes by one of their sums, the greatest first, then by code; or by code alone, those after one. */
export async function listDishes(
  queries: QueryRunner,
  restaurantId: string | undefined,
  range: DayRange,
  filter: (Page & { sort: "quantity" | "sales" | "refunded_quantity" }) | CodePage,
): Promise<DishSums[]> {
  const { rank, after, offset } =
    "after" in filter
      ? { rank: sql``, after: filter.after, offset: 0 }
      : { rank: sql`${sql.identifier(filter.sort)} desc,`, after: "", offset: filter.offset };
  // Restaurants have their dishes by day only.
  const isInRange =
    restaurantId === undefined
      ? sql`(${isInSpans(range)})`
      : sql`f.span = 'day' and f.start between ${range.from}::date and ${range.to}::date`;
  const { rows } = await queries.execute<DishSums>(sql`
    with page as (
      select f.dish_id, sum(f.quantity)::float8 as quantity, sum(f.sales_fen)::float8 as sales,
          sum(f.refunded_quantity)::float8 as refunded_quantity
        from ${dishFigures} f where f.restaurant_id = ${restaurantId ?? wholeChain} and ${isInRange}
         and f.dish_id > ${after}
       group by 1 order by ${rank} 1 offset ${offset} limit ${filter.limit})
    select p.*, coalesce(d.spu_name, d.name) as name, d.spec_name from page p
      left join ${dishes} d on d.id = p.dish_id
     order by ${rank} p.dish_id`);
  return rows;
}

/** Counts cancelled orders by reason, the most frequent first, the rest together under an empty one. */
export async function countCancellations(
  queries: QueryRunner,
  restaurantId: string | undefined,
  { from, to }: DayRange,
  reasonsMax: number,
): Promise<{ reason: string; unpaid: number; paid: number }[]> {
  const { rows } = await queries.execute<{ reason: string; unpaid: number; paid: number }>(sql`
    with reasons as (
      select f.reason, sum(f.unpaid)::float8 as unpaid, sum(f.paid)::float8 as paid,
          row_number() over (order by sum(f.unpaid + f.paid) desc, f.reason) as nth
        from ${cancellationFigures} f
       where f.restaurant_id = ${restaurantId ?? wholeChain} and f.date between ${from}::date and ${to}::date
       group by 1 having sum(f.unpaid + f.paid) > 0)
    select case when nth <= ${reasonsMax} then reason else '' end as reason, sum(unpaid) as unpaid, sum(paid) as paid
      from reasons group by 1 order by sum(unpaid + paid) desc, 1`);
  return rows;
}

/** Lists what restaurants closed a day with, by code. */
export async function listDailyClose(
  queries: QueryRunner,
  date: string,
  { keyword, after, offset, limit }: Page & { keyword: string; after: string },
): Promise<(FigureSums & { restaurant_id: string; name: string | null })[]> {
  const isWanted = keyword === "" ? sql`true` : matchesKeyword(sql`h.restaurant_id`, keyword);
  const { rows } = await queries.execute<
    FigureSums & { restaurant_id: string; name: string | null } & Record<string, unknown>
  >(sql`
    with page as (
      select h.restaurant_id, ${sumColumns} from ${hourlyFigures} h
       where h.date = ${date}::date and h.restaurant_id > ${after} and h.restaurant_id <> ${wholeChain} and ${isWanted}
       group by 1 order by 1 offset ${offset} limit ${limit})
    select p.*, r.name from page p left join ${restaurants} r on r.id = p.restaurant_id order by p.restaurant_id`);
  return rows;
}

/** Returns the time until which everything is counted, and whether the days of the past are. */
export async function readProgress(
  queries: QueryRunner,
): Promise<{ countedUntil: Date; isPastCounted: boolean }> {
  const { rows } = await queries.execute<{ counted_until: string; is_past_counted: boolean }>(sql`
    select least((select created_at from ${outdatedFigures} where not is_past order by id limit 1),
        (select min(created_at) from ${outdatedChainFigures}), now())::text as counted_until,
      (select completed_at is not null from ${figuresProgress})
        and not exists (select 1 from ${outdatedFigures} where is_past) as is_past_counted`);
  const [row] = rows;
  if (row === undefined) throw new Error("the progress of the figures is missing");
  return { countedUntil: new Date(row.counted_until), isPastCounted: row.is_past_counted };
}
