import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { isOneOf } from "../../platform/database/one-of.ts";
import { dishes, restaurants, storeDishes } from "../../schema/restaurants.ts";

/** Lists how restaurants offer dishes; those that sell them as the chain does are missing. */
export async function listOffers(
  queries: QueryRunner,
  restaurantIds: readonly string[],
  dishIds: readonly string[],
) {
  if (restaurantIds.length === 0) return [];
  return await queries
    .select()
    .from(storeDishes)
    .where(
      and(inArray(storeDishes.restaurantId, [...restaurantIds]), inArray(storeDishes.dishId, [...dishIds])),
    );
}

/** Lists rows of restaurants and dishes; those that sell as the chain does are missing. */
export async function listOfferRows(
  queries: QueryRunner,
  pairs: readonly { restaurant_id: string; dish_id: string }[],
) {
  const restaurantIds = pairs.map(({ restaurant_id }) => restaurant_id);
  const dishIds = pairs.map(({ dish_id }) => dish_id);
  const wanted = sql`(select * from unnest(${sql.param(restaurantIds)}::text[], ${sql.param(dishIds)}::text[]))`;
  return await queries
    .select()
    .from(storeDishes)
    .where(sql`(${storeDishes.restaurantId}, ${storeDishes.dishId}) in ${wanted}`);
}

/** Lists how restaurants sell dishes where they differ from the chain, by code, after one row. */
export async function listDifferences(
  queries: QueryRunner,
  after: { restaurantId: string; dishId: string },
  limit: number,
) {
  return await queries
    .select({ row: storeDishes, dishName: dishes.name })
    .from(storeDishes)
    .innerJoin(dishes, and(eq(dishes.id, storeDishes.dishId), isNull(dishes.retiredAt)))
    .innerJoin(restaurants, and(eq(restaurants.id, storeDishes.restaurantId), isNull(restaurants.closedAt)))
    .where(
      and(
        sql`(${storeDishes.restaurantId}, ${storeDishes.dishId}) > (${after.restaurantId}, ${after.dishId})`,
        sql`(not ${storeDishes.offered} or ${storeDishes.priceFen} is not null or ${storeDishes.dailyStock} is not null)`,
      ),
    )
    .orderBy(asc(storeDishes.restaurantId), asc(storeDishes.dishId))
    .limit(limit);
}

/** Lists the hours of restaurants that are not closed for good; `lock` keeps them as they are. */
export async function listOpenRestaurants(queries: QueryRunner, ids: readonly string[], lock?: "share") {
  const query = queries
    .select({
      id: restaurants.id,
      weekHours: restaurants.weekHours,
      specialDays: restaurants.specialDays,
    })
    .from(restaurants)
    .where(and(isOneOf(restaurants.id, ids), isNull(restaurants.closedAt)))
    .orderBy(asc(restaurants.id));
  return await (lock === undefined ? query : query.for(lock));
}

/** How a restaurant sells a dish from now on. */
export interface OfferRowChange {
  restaurant_id: string;
  dish_id: string;
  /** Null for the chain's price. */
  price: number | null;
  is_offered: boolean;
  daily_stock: number | null | undefined;
  /** Whether `daily_stock` is set. */
  setsStock: boolean;
}

/** Rows that one statement writes. */
const batchSize = 1_000;

/**
 * Sets how restaurants sell dishes, and records changed prices. Locks the dishes of each restaurant in the order of their
 * ids, as orders do. `days` are the business days of the restaurants.
 */
export async function setOffers(
  tx: QueryRunner,
  changes: readonly OfferRowChange[],
  days: ReadonlyMap<string, { beganAt: Date; nextAt: Date | null }>,
  { actor, createdAt }: { actor: string; createdAt: Date },
): Promise<void> {
  const keyOf = (row: OfferRowChange) => `${row.restaurant_id} ${row.dish_id}`;
  const rows = [...changes].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize);
    const list = <T>(read: (row: OfferRowChange) => T) => sql.param(batch.map(read));
    const day = ({ restaurant_id }: OfferRowChange) => days.get(restaurant_id);
    const wanted = sql`(select * from unnest(
      ${list((row) => row.restaurant_id)}::text[], ${list((row) => row.dish_id)}::text[],
      ${list((row) => row.price)}::bigint[], ${list((row) => row.is_offered)}::boolean[],
      ${list((row) => row.daily_stock ?? null)}::integer[], ${list((row) => row.setsStock)}::boolean[],
      ${list((row) => day(row)?.beganAt.toISOString() ?? null)}::timestamptz[],
      ${list((row) => day(row)?.nextAt?.toISOString() ?? null)}::timestamptz[])
      as w (restaurant_id, dish_id, price, offered, portions, sets_stock, began_at, next_at))`;
    await tx.execute(sql`
      insert into ${storeDishes} (restaurant_id, dish_id) select restaurant_id, dish_id from ${wanted} w
       order by restaurant_id collate "C", dish_id collate "C" on conflict do nothing`);
    await tx.execute(sql`
      with before as (
        select s.restaurant_id, s.dish_id, s.price_fen from ${storeDishes} s
         where (s.restaurant_id, s.dish_id) in (select restaurant_id, dish_id from ${wanted} w)
         order by s.restaurant_id collate "C", s.dish_id collate "C" for update),
      recorded as (
        insert into dish_price_changes (dish_id, restaurant_id, from_fen, to_fen, actor, created_at)
        select dish_id, restaurant_id, b.price_fen, w.price, ${actor}, ${createdAt.toISOString()}::timestamptz
          from before b join ${wanted} w using (restaurant_id, dish_id) where b.price_fen is distinct from w.price)
      update ${storeDishes} s
         set offered = w.offered, price_fen = w.price,
             daily_stock = case when sets_stock then portions else s.daily_stock end,
             stock = case when sets_stock then portions else s.stock end,
             stock_day_at = case when not sets_stock then s.stock_day_at when portions is null then null else began_at end,
             stock_reset_at = case when not sets_stock then s.stock_reset_at when portions is null then null else next_at end
        from before b join ${wanted} w using (restaurant_id, dish_id)
       where s.restaurant_id = b.restaurant_id and s.dish_id = b.dish_id`);
  }
}

/** Lists the ids of those dishes that are published and were not removed. */
export async function listSellableDishes(queries: QueryRunner, ids: readonly string[]): Promise<string[]> {
  const rows = await queries
    .select({ id: dishes.id })
    .from(dishes)
    .where(and(isOneOf(dishes.id, ids), isNull(dishes.retiredAt)));
  return rows.map(({ id }) => id);
}

/** Finds a dish that was not removed. */
export async function findDish(queries: QueryRunner, id: string) {
  const [row] = await queries
    .select()
    .from(dishes)
    .where(and(eq(dishes.id, id), isNull(dishes.retiredAt)));
  return row;
}

/** Lists the ids of restaurants that are not closed for good: the named ones, those of a city, or all. */
export async function listTargets(
  queries: QueryRunner,
  target: { ids: readonly string[] | undefined; cityCode: string | undefined },
): Promise<string[]> {
  const rows = await queries
    .select({ id: restaurants.id })
    .from(restaurants)
    .where(
      and(
        isNull(restaurants.closedAt),
        target.ids && inArray(restaurants.id, [...target.ids]),
        target.cityCode === undefined ? undefined : eq(restaurants.gbCityCode, target.cityCode),
      ),
    )
    .orderBy(asc(restaurants.id));
  return rows.map(({ id }) => id);
}

/** What to set; undefined for what stays, a price of null for the chain's. */
export interface OfferChange {
  isOffered: boolean | undefined;
  priceFen: number | null | undefined;
}

/** Changes how restaurants offer a dish, and records changed prices; returns the ids of those that change. */
export async function updateOffers(
  tx: QueryRunner,
  dishId: string,
  restaurantIds: readonly string[],
  change: OfferChange & { actor: string; createdAt: Date },
): Promise<string[]> {
  const { isOffered = null, priceFen } = change;
  const keepsPrice = priceFen === undefined;
  const { rows } = await tx.execute<{ id: string }>(sql`
    with before as (
      select restaurant_id, offered, price_fen from ${storeDishes}
       where dish_id = ${dishId} and restaurant_id = any(${sql.param(restaurantIds)}::text[])
       order by restaurant_id for update),
    wanted as (
      select restaurant_id, price_fen as from_fen, coalesce(${isOffered}::boolean, offered) as offered,
             case when ${keepsPrice}::boolean then price_fen else ${priceFen ?? null}::bigint end as to_fen,
             offered as was_offered
        from before),
    changed as (
      select * from wanted where offered <> was_offered or from_fen is distinct from to_fen),
    recorded as (
      insert into dish_price_changes (dish_id, restaurant_id, from_fen, to_fen, actor, created_at)
      select ${dishId}, restaurant_id, from_fen, to_fen, ${change.actor}, ${change.createdAt.toISOString()}::timestamptz
        from changed where from_fen is distinct from to_fen)
    update ${storeDishes} s set offered = c.offered, price_fen = c.to_fen
      from changed c where s.dish_id = ${dishId} and s.restaurant_id = c.restaurant_id
    returning s.restaurant_id as id`);
  return rows.map(({ id }) => id);
}
