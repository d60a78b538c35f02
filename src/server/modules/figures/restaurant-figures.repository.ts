import { type SQL, sql } from "drizzle-orm";
import type { FigureSums } from "#contract/staff/figures/schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { hourlyFigures, restaurantFigures, wholeChain } from "../../schema/figures.ts";
import { restaurants } from "../../schema/restaurants.ts";
import { keywordFilter } from "../restaurant/restaurant.repository.ts";
import type { CodePage } from "./figure-file.rules.ts";
import type { DayRange } from "./figure-range.rules.ts";
import { type FewSums, isInSpans, type Page, sumColumns } from "./figure-report.repository.ts";

/** Restaurants of a list: those that match a keyword, if it is not empty, and are among some, if they are given. */
export interface RestaurantFilter {
  keyword: string;
  restaurantIds: readonly string[] | null;
}

/** Returns a condition for restaurants that match a keyword; those that are closed for good only match their code. */
function matchesKeyword(column: SQL, keyword: string): SQL {
  const { indexedCondition } = keywordFilter(keyword, undefined);
  return sql`${column} in (
    select ${restaurants.id} from ${restaurants} where ${restaurants.closedAt} is null and ${indexedCondition}
    union select ${keyword.toUpperCase()})`;
}

function isWanted(column: SQL, { keyword, restaurantIds }: RestaurantFilter): SQL {
  const isMatch = keyword === "" ? sql`true` : matchesKeyword(column, keyword);
  return restaurantIds === null
    ? isMatch
    : sql`${column} = any(${sql.param([...restaurantIds])}) and ${isMatch}`;
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

/** Lists restaurants by one of their sums, the greatest first, then by code. Call `allowLargeSums` before. */
export async function listRestaurants(
  queries: QueryRunner,
  range: DayRange,
  filter: Page & RestaurantFilter & { sort: keyof typeof restaurantSorts },
): Promise<RestaurantSums[]> {
  const { rows } = await queries.execute<RestaurantSums>(sql`
    with page as (
      select f.restaurant_id, ${restaurantSorts[filter.sort]} as rank from ${restaurantFigures} f
       where (${isInSpans(range)}) and ${isWanted(sql`f.restaurant_id`, filter)}
       group by 1 order by 2 desc, 1 offset ${filter.offset} limit ${filter.limit})
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
  filter: CodePage & RestaurantFilter,
): Promise<RestaurantSums[]> {
  const { rows } = await queries.execute<RestaurantSums>(sql`
    with page as (
      select f.restaurant_id, ${restaurantColumns} from ${restaurantFigures} f
       where (${isInSpans(range)}) and f.restaurant_id > ${filter.after} and ${isWanted(sql`f.restaurant_id`, filter)}
       group by 1 order by 1 limit ${filter.limit})
    select p.*, r.name from page p left join ${restaurants} r on r.id = p.restaurant_id order by p.restaurant_id`);
  return rows;
}

/** Lists what restaurants closed a day with, by code. */
export async function listDailyClose(
  queries: QueryRunner,
  date: string,
  filter: Page & RestaurantFilter & { after: string },
): Promise<(FigureSums & { restaurant_id: string; name: string | null })[]> {
  const { rows } = await queries.execute<
    FigureSums & { restaurant_id: string; name: string | null } & Record<string, unknown>
  >(sql`
    with page as (
      select h.restaurant_id, ${sumColumns} from ${hourlyFigures} h
       where h.date = ${date}::date and h.restaurant_id > ${filter.after} and h.restaurant_id <> ${wholeChain} and ${isWanted(sql`h.restaurant_id`, filter)}
       group by 1 order by 1 offset ${filter.offset} limit ${filter.limit})
    select p.*, r.name from page p left join ${restaurants} r on r.id = p.restaurant_id order by p.restaurant_id`);
  return rows;
}
