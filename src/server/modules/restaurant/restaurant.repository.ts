import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { bigrams, likePattern } from "../../platform/database/search-ngrams.ts";
import { favourites, restaurants } from "../../schema/restaurants.ts";
import type { RestaurantFilter } from "./nearby.repository.ts";

export type RestaurantRow = typeof restaurants.$inferSelect;

/** Builds a filter for the restaurants of one city. */
export function cityFilter(gbCityCode: string): RestaurantFilter {
  const condition = eq(restaurants.gbCityCode, gbCityCode);
  return { condition, indexedCondition: condition };
}

/** Builds a filter for restaurants whose name, address or city contains a keyword; in one city if given. */
export function keywordFilter(keyword: string, gbCityCode: string | undefined): RestaurantFilter {
  const { name, address, cityName } = restaurants;
  const pattern = likePattern(keyword);
  const isMatch = sql`(${name} like ${pattern} or ${address} like ${pattern} or ${cityName} like ${pattern})`;
  const isInCity = gbCityCode ? sql`${restaurants.gbCityCode} = ${gbCityCode}` : sql`true`;
  const searchTerms = [...bigrams(keyword), ...(gbCityCode ? [`city:${gbCityCode}`] : [])];
  const indexedTerms = sql`restaurant_ngrams(${name}, ${address}, ${cityName}, ${restaurants.gbCityCode})`;
  return {
    condition: sql`(${isMatch} and ${isInCity})`,
    // The index knows the bigrams, not whether they are adjacent, so its results are checked again.
    indexedCondition: sql`${indexedTerms} @> ${sql.param(searchTerms)}::text[] and ${isMatch}`,
  };
}

export async function findById(queries: QueryRunner, id: string): Promise<RestaurantRow | undefined> {
  const rows = await queries
    .select()
    .from(restaurants)
    .where(and(eq(restaurants.id, id), isNull(restaurants.closedAt)));
  return rows[0];
}

/** Lists restaurants, also those that are closed for good. */
export async function listByIds(queries: QueryRunner, ids: readonly string[]): Promise<RestaurantRow[]> {
  return await queries
    .select()
    .from(restaurants)
    .where(inArray(restaurants.id, [...ids]));
}

/** Blocks the closing of a restaurant until the transaction ends, and no other change of it. */
export async function lockAgainstClosing(tx: QueryRunner, id: string): Promise<void> {
  await tx.select({ id: restaurants.id }).from(restaurants).where(eq(restaurants.id, id)).for("key share");
}

/** Updates a restaurant that is not permanently closed; undefined when there is none. */
export async function update(
  tx: QueryRunner,
  id: string,
  values: Partial<RestaurantRow>,
): Promise<RestaurantRow | undefined> {
  const rows = await tx
    .update(restaurants)
    .set(values)
    .where(and(eq(restaurants.id, id), isNull(restaurants.closedAt)))
    .returning();
  return rows[0];
}

/** Toggles a favourite; returns whether the restaurant is one now. */
export async function toggleFavourite(
  tx: QueryRunner,
  userId: string,
  restaurantId: string,
  now: Date,
): Promise<boolean> {
  const condition = and(eq(favourites.userId, userId), eq(favourites.restaurantId, restaurantId));
  const removed = await tx.delete(favourites).where(condition).returning({ id: favourites.restaurantId });
  if (removed.length > 0) return false;
  await tx.insert(favourites).values({ userId, restaurantId, createdAt: now }).onConflictDoNothing();
  return true;
}

/** Lists a customer's favourites, newest first, 200 at most. */
export async function listFavourites(queries: QueryRunner, userId: string) {
  return await queries
    .select({ id: restaurants.id, name: restaurants.name, address: restaurants.address })
    .from(favourites)
    .innerJoin(restaurants, eq(restaurants.id, favourites.restaurantId))
    .where(eq(favourites.userId, userId))
    .orderBy(sql`${favourites.createdAt} desc`)
    .limit(200);
}

/**
 * Lists the national codes of cities with restaurants that are not closed for good, one look into the index a city:
 * a chain has many restaurants in few cities.
 */
export async function listCityCodes(queries: QueryRunner): Promise<string[]> {
  const { gbCityCode, closedAt } = restaurants;
  const { rows } = await queries.execute<{ code: string }>(sql`
    with recursive cities (code) as (
      (select ${gbCityCode} from ${restaurants} where ${closedAt} is null order by ${gbCityCode} limit 1)
      union all
      select (select ${gbCityCode} from ${restaurants} where ${closedAt} is null and ${gbCityCode} > cities.code
        order by ${gbCityCode} limit 1)
      from cities where cities.code is not null)
    select code from cities where code is not null`);
  return rows.map(({ code }) => code);
}
