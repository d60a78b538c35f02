import { and, asc, count, eq, inArray, like, type SQL, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { likePattern } from "../../platform/database/search-ngrams.ts";
import { orderItems, orders } from "../../schema/orders.ts";
import { dishes, restaurants, storeDishes } from "../../schema/restaurants.ts";
import { isRowOf, isSold, type MenuRow, menuOrder, selectDishes } from "./menu.repository.ts";

/** Switched off, or no stock left. */
const isSoldOut = sql<boolean>`(coalesce(${storeDishes.soldOut}, false) or coalesce(${storeDishes.stock}, 1) <= 0)`;

/** Which dishes of a restaurant to list; `keyword` is part of a name. */
interface DishFilter {
  keyword: string | undefined;
  soldOut: boolean | undefined;
  categoryId: string | undefined;
  offset: number;
  limit: number;
}

/** Counts a restaurant's dishes, and those of them that are sold out. */
export async function countDishes(
  queries: QueryRunner,
  restaurantId: string,
): Promise<{ all: number; soldOut: number }> {
  const [row] = await queries
    .select({ all: count(), soldOut: sql<number>`count(*) filter (where ${isSoldOut})`.mapWith(Number) })
    .from(dishes)
    .leftJoin(storeDishes, isRowOf(restaurantId))
    .where(isSold);
  return row ?? { all: 0, soldOut: 0 };
}

/** Lists a page of a restaurant's dishes, by rubric and rank; `keyword` is part of a name. */
export async function findPage(
  queries: QueryRunner,
  restaurantId: string,
  filter: DishFilter,
): Promise<MenuRow[]> {
  const { keyword, soldOut, categoryId, offset, limit } = filter;
  const condition = and(
    categoryId === undefined ? undefined : eq(dishes.categoryId, categoryId),
    keyword ? like(dishes.name, likePattern(keyword)) : undefined,
    soldOut === undefined ? undefined : eq(isSoldOut, soldOut),
  );
  return await selectDishes(queries, restaurantId, condition)
    .orderBy(...menuOrder)
    .offset(offset)
    .limit(limit);
}

/** A dish of a restaurant. */
interface RowKey {
  restaurantId: string;
  dishId: string;
}

/** What to set of dishes; undefined for what stays. */
export interface StockChange {
  soldOut: boolean | undefined;
  /** When it is no longer sold out; null for not by itself. */
  soldOutUntil: Date | null | undefined;
  stock: number | null | undefined;
  dailyStock: number | null | undefined;
  /** When the business day began that a stock of the day is for. */
  stockDayAt: Date;
  /** When the stock of the day is restored; null if the restaurant does not open any more. */
  stockResetAt: Date | null;
}

/** A dish that is switched on with a stock of 0 would still be sold out. */
const restoredStock = sql`case when stock = 0 then daily_stock else stock end`;

/** Adds the rows that a restaurant lacks, which change nothing by themselves; unknown dishes are left out. */
export async function insertMissingRows(
  tx: QueryRunner,
  restaurantIds: readonly string[],
  dishIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    insert into ${storeDishes} (restaurant_id, dish_id)
    select r.id, d.id from ${restaurants} r cross join ${dishes} d
     where r.id = any(${sql.param(restaurantIds)}::text[]) and d.id = any(${sql.param(dishIds)}::text[])
       and d.retired_at is null
     order by r.id collate "C", d.id collate "C"
        on conflict do nothing`);
}

/** Changes dishes of a restaurant. Locks them in the order of their ids, as orders do. */
export async function updateStock(
  tx: QueryRunner,
  restaurantId: string,
  dishIds: readonly string[],
  { soldOut, soldOutUntil, stock, dailyStock, stockDayAt, stockResetAt }: StockChange,
): Promise<void> {
  await insertMissingRows(tx, [restaurantId], dishIds);
  const restored = soldOut === false ? restoredStock : undefined;
  const isChanged = and(
    eq(storeDishes.restaurantId, restaurantId),
    inArray(storeDishes.dishId, [...dishIds]),
  );
  await tx
    .select({ id: storeDishes.dishId })
    .from(storeDishes)
    .where(isChanged)
    .orderBy(asc(inCodeUnitOrder(storeDishes.dishId)))
    .for("update");
  await tx
    .update(storeDishes)
    .set({
      ...(soldOut !== undefined && { soldOut }),
      ...(soldOutUntil !== undefined && { soldOutUntil }),
      ...(dailyStock !== undefined && {
        dailyStock,
        stockDayAt: dailyStock === null ? null : stockDayAt,
        stockResetAt: dailyStock === null ? null : stockResetAt,
      }),
      ...(stock !== undefined ? { stock } : restored && { stock: restored }),
    })
    .where(isChanged);
}

/** Sorts as JavaScript does, by which orders lock dishes, whatever the database's collation. */
function inCodeUnitOrder(column: typeof storeDishes.dishId): SQL {
  return sql`${column} collate "C"`;
}

/** Business day of a restaurant, and when the next one begins; null if it does not. */
export interface StockDay {
  restaurantId: string;
  beganAt: Date;
  nextAt: Date | null;
}

/** Locks rows whose stock of the day is to be restored, `limit` at most. */
export async function lockDueStock(tx: QueryRunner, now: Date, limit: number): Promise<RowKey[]> {
  const { rows } = await tx.execute<{ restaurant_id: string; dish_id: string }>(
    dueRows(sql`stock_reset_at <= ${now.toISOString()}::timestamptz`, limit),
  );
  return rows.map(({ restaurant_id, dish_id }) => ({ restaurantId: restaurant_id, dishId: dish_id }));
}

/**
 * Puts the stock of the day of locked rows on sale, less the portions that were reserved before for this business day,
 * until the next one begins.
 */
export async function resetStock(tx: QueryRunner, keys: RowKey[], days: StockDay[]): Promise<void> {
  const texts = (values: readonly (string | null)[]) => sql.param(values);
  await tx.execute(sql`
    with day as (
      select * from unnest(${texts(days.map(({ restaurantId }) => restaurantId))}::text[],
        ${texts(days.map(({ beganAt }) => beganAt.toISOString()))}::timestamptz[],
        ${texts(days.map(({ nextAt }) => nextAt?.toISOString() ?? null))}::timestamptz[]) as d (restaurant_id, began_at, next_at)),
    due as (
      select s.restaurant_id, s.dish_id, greatest(s.stock_reset_at, day.began_at) as day_at, day.next_at
        from unnest(${texts(keys.map(({ restaurantId }) => restaurantId))}::text[],
          ${texts(keys.map(({ dishId }) => dishId))}::text[]) as k (restaurant_id, dish_id)
          join ${storeDishes} s using (restaurant_id, dish_id)
          join day using (restaurant_id))
    update ${storeDishes} s
       set stock_day_at = due.day_at, stock_reset_at = due.next_at,
           stock = greatest(0, s.daily_stock - coalesce((
             select sum(i.reserved_stock)::int from ${orders} o join ${orderItems} i on i.order_id = o.id
              where o.restaurant_id = due.restaurant_id and i.dish_id = due.dish_id
                and o.booking_at >= due.day_at and (due.next_at is null or o.booking_at < due.next_at)
                and o.created_at < due.day_at and o.status <> 'cancelled'), 0))
      from due where s.restaurant_id = due.restaurant_id and s.dish_id = due.dish_id`);
}

/** Ends what was sold out until now; returns how many rows changed, at most `limit`. */
export async function endDueSoldOut(tx: QueryRunner, now: Date, limit: number): Promise<number> {
  const due = sql`(${storeDishes.restaurantId}, ${storeDishes.dishId}) in (${dueRows(
    sql`sold_out_until <= ${now.toISOString()}::timestamptz`,
    limit,
  )})`;
  const rows = await tx
    .update(storeDishes)
    .set({ soldOut: false, soldOutUntil: null, stock: restoredStock })
    .where(due)
    .returning({ id: storeDishes.dishId });
  return rows.length;
}

/** Rows that are due and that no order is changing just now. */
function dueRows(condition: SQL, limit: number): SQL {
  return sql`select restaurant_id, dish_id from ${storeDishes} where ${condition}
     order by restaurant_id, dish_id collate "C" limit ${limit} for update skip locked`;
}

/** Switches a dish off until someone switches it on. */
export async function setSoldOut(tx: QueryRunner, restaurantId: string, dishId: string): Promise<void> {
  const change = { soldOut: true, soldOutUntil: null };
  await tx
    .insert(storeDishes)
    .values({ restaurantId, dishId, ...change })
    .onConflictDoUpdate({ target: [storeDishes.restaurantId, storeDishes.dishId], set: change });
}
