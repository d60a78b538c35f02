import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { openOrderStatuses } from "#contract/order/status.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { orders } from "../../schema/orders.ts";
import { dishes, restaurants, storeDishes } from "../../schema/restaurants.ts";
import { keywordFilter, type RestaurantRow } from "./restaurant.repository.ts";

export interface ChainFilter {
  /** Part of name, address or city, or the code; empty for all. */
  keyword: string;
  /** National code of a city; undefined for all. */
  cityCode?: string | undefined;
  isClosed: boolean;
}

/** Part of a list by code: a page by its offset, or what comes after a code. */
interface ChainPage {
  offset?: number;
  after?: string | undefined;
  limit: number;
}

/** Lists restaurants by code. */
export async function listChain(
  queries: QueryRunner,
  { keyword, cityCode, isClosed }: ChainFilter,
  { offset = 0, after, limit }: ChainPage,
): Promise<RestaurantRow[]> {
  const matches = () => {
    const { condition, indexedCondition } = keywordFilter(keyword, cityCode);
    // The index of the search contains open restaurants only; few are closed for good.
    return or(isClosed ? condition : indexedCondition, eq(restaurants.id, keyword.toUpperCase()));
  };
  return await queries
    .select()
    .from(restaurants)
    .where(
      and(
        isClosed ? isNotNull(restaurants.closedAt) : isNull(restaurants.closedAt),
        cityCode === undefined ? undefined : eq(restaurants.gbCityCode, cityCode),
        keyword === "" ? undefined : matches(),
        after === undefined ? undefined : gt(restaurants.id, after),
      ),
    )
    .orderBy(asc(restaurants.id))
    .offset(offset)
    .limit(limit);
}

/** Counts the dishes that restaurants sell: all that are on sale but those that they leave out. */
export async function countDishes(
  queries: QueryRunner,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const isOnSale = and(isNull(dishes.retiredAt), eq(dishes.onSale, true));
  const [all] = await queries.select({ n: count() }).from(dishes).where(isOnSale);
  const leftOut = await queries
    .select({ id: storeDishes.restaurantId, n: count() })
    .from(storeDishes)
    .innerJoin(dishes, and(eq(dishes.id, storeDishes.dishId), isOnSale))
    .where(and(inArray(storeDishes.restaurantId, [...ids]), eq(storeDishes.offered, false)))
    .groupBy(storeDishes.restaurantId);
  const leftOutById = new Map(leftOut.map(({ id, n }) => [id, n]));
  return new Map(ids.map((id) => [id, (all?.n ?? 0) - (leftOutById.get(id) ?? 0)]));
}

/** Inserts a restaurant; undefined if the code is taken, be it by one that is closed for good. */
export async function insert(
  tx: QueryRunner,
  row: typeof restaurants.$inferInsert,
): Promise<RestaurantRow | undefined> {
  const rows = await tx.insert(restaurants).values(row).onConflictDoNothing().returning();
  return rows[0];
}

/** Lets a new restaurant leave out the same dishes as another, and sell the others at the same prices. */
export async function copyDishes(tx: QueryRunner, fromId: string, toId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${storeDishes} (restaurant_id, dish_id, offered, price_fen)
    select ${toId}, dish_id, offered, price_fen from ${storeDishes}
     where restaurant_id = ${fromId} and (not offered or price_fen is not null)`);
}

/** When what waits for the next business day of a restaurant is due, after a change of its hours; null for never. */
export interface MovedBusinessDays {
  now: Date;
  /** Midnight at which today began. */
  today: Date;
  /** Midnight of the date on which the present business day began. */
  businessDate: Date;
  /** Next beginning of a business day, and the next one of a later date than today. */
  nextAt: Date | null;
  laterAt: Date | null;
  /** What `nextAt` was before. */
  formerNextAt: Date | null;
}

/**
 * Lets the stocks of the day of a restaurant return when its next business day begins, at once if one has begun by the
 * new hours; stocks of today return on a later date, so that none is sold twice. Dishes that are sold out until the next
 * business day follow it.
 */
export async function moveBusinessDays(
  tx: QueryRunner,
  restaurantId: string,
  { now, today, businessDate, nextAt, laterAt, formerNextAt }: MovedBusinessDays,
): Promise<void> {
  const at = (date: Date | null) => sql`${date?.toISOString() ?? null}::timestamptz`;
  const resetAt = sql`case when stock_day_at < ${at(businessDate)} then ${at(now)}
    when stock_day_at >= ${at(today)} then ${at(laterAt)} else ${at(nextAt)} end`;
  const isWrong = sql`(daily_stock is not null and (stock_reset_at is null
    or stock_reset_at > ${resetAt} or stock_reset_at = ${at(formerNextAt)}))`;
  const isWaiting = sql`(sold_out_until = ${at(formerNextAt)} and sold_out_until <> ${at(nextAt)})`;
  // Locks the dishes in the order of their ids, as orders do.
  await tx.execute(sql`
    with moved as (
      select dish_id, ${isWrong} as is_wrong, ${isWaiting} as is_waiting from ${storeDishes}
       where restaurant_id = ${restaurantId} and (${isWrong} or ${isWaiting})
       order by dish_id collate "C" for update)
    update ${storeDishes} s
       set stock_reset_at = case when is_wrong then ${resetAt} else stock_reset_at end,
           sold_out_until = case when is_waiting then ${at(nextAt)} else sold_out_until end
      from moved where s.restaurant_id = ${restaurantId} and s.dish_id = moved.dish_id`);
}

/**
 * Locks a restaurant that is not closed for good against other changes, with "update" against new orders too.
 */
export async function lockForUpdate(
  tx: QueryRunner,
  id: string,
  strength: "no key update" | "update",
): Promise<RestaurantRow | undefined> {
  const rows = await tx
    .select()
    .from(restaurants)
    .where(and(eq(restaurants.id, id), isNull(restaurants.closedAt)))
    .for(strength);
  return rows[0];
}

/** Lists the paid open orders that are booked for a time from `from` to `until`, by time. */
export async function listBookings(
  tx: QueryRunner,
  restaurantId: string,
  { from, until }: { from: Date; until: Date },
) {
  return await tx
    .select({ id: orders.id, pickupCode: orders.pickupCode, bookingAt: orders.bookingAt })
    .from(orders)
    .where(
      and(
        eq(orders.restaurantId, restaurantId),
        inArray(orders.status, openOrderStatuses),
        ne(orders.status, "pending_payment"),
        gte(orders.bookingAt, from),
        lt(orders.bookingAt, until),
      ),
    )
    .orderBy(asc(orders.bookingAt), asc(orders.id));
}

/** Lists the pickup codes and ids of orders that are neither completed nor cancelled, oldest first. */
export async function listOpenOrders(tx: QueryRunner, restaurantId: string, limit: number) {
  return await tx
    .select({ id: orders.id, pickupCode: orders.pickupCode })
    .from(orders)
    .where(and(eq(orders.restaurantId, restaurantId), inArray(orders.status, openOrderStatuses)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit);
}
