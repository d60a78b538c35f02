import { sql } from "drizzle-orm";
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
  wholeChain,
} from "../../schema/figures.ts";
import { dishes } from "../../schema/restaurants.ts";
import { measures } from "./figure-events.repository.ts";
import type { CodePage } from "./figure-file.rules.ts";
import { type DayRange, splitRange } from "./figure-range.rules.ts";

/** Page of a list. */
export interface Page {
  offset: number;
  limit: number;
}

/** Sums under the names of the contract, which has no `_fen`. */
export const sumColumns = sql.join(
  measures.map(
    (name) =>
      sql`coalesce(sum(h.${sql.identifier(name)}), 0)::float8 as ${sql.identifier(name.replace(/_fen$/, ""))}`,
  ),
  sql`, `,
);
const hoursOf = (restaurantId: string | undefined, { from, to }: DayRange) => sql`${hourlyFigures} h
  where h.restaurant_id = ${restaurantId ?? wholeChain} and h.date between ${from}::date and ${to}::date`;
/** Returns a condition for rows of sums `f` in a range. */
export const isInSpans = (range: DayRange) =>
  sql.join(
    splitRange(range).map(
      ({ span, from, to }) => sql`(f.span = ${span} and f.start between ${from}::date and ${to}::date)`,
    ),
    sql` or `,
  );

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

/** Sums of a point or of a restaurant. */
export interface FewSums extends Record<string, unknown> {
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
