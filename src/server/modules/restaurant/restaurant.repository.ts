import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { contains, partsOf } from "../../platform/searchWords.ts";
import { favourites, restaurants } from "../../schema/restaurants.ts";
import type { StoreFilter } from "./nearest.repository.ts";

export type RestaurantRow = typeof restaurants.$inferSelect;

/** Stores of one city. */
export function inCity(gbCityCode: string): StoreFilter {
  const fits = eq(restaurants.gbCityCode, gbCityCode);
  return { fits, indexed: fits };
}

/** Stores whose name, address or city contains a keyword; of one city when one is named. */
export function matching(keyword: string, gbCityCode: string | undefined): StoreFilter {
  const { name, address, cityName } = restaurants;
  const pattern = contains(keyword);
  const contain = sql`(${name} like ${pattern} or ${address} like ${pattern} or ${cityName} like ${pattern})`;
  const isThere = gbCityCode ? sql`${restaurants.gbCityCode} = ${gbCityCode}` : sql`true`;
  const parts = [...partsOf(keyword), ...(gbCityCode ? [`city:${gbCityCode}`] : [])];
  const words = sql`store_words(${name}, ${address}, ${cityName}, ${restaurants.gbCityCode})`;
  return {
    fits: sql`(${contain} and ${isThere})`,
    // The index knows the parts, not whether they stand together: what it finds is asked again.
    indexed: sql`${words} @> ${sql.param(parts)}::text[] and ${contain}`,
  };
}

export function thatDeliver(): StoreFilter {
  return { fits: eq(restaurants.delivers, true) };
}

export async function byId(queries: Queries, id: string): Promise<RestaurantRow | undefined> {
  const rows = await queries
    .select()
    .from(restaurants)
    .where(and(eq(restaurants.id, id), isNull(restaurants.closedAt)));
  return rows[0];
}

/** Changes a store that is not closed for good; undefined when there is none. */
export async function update(
  tx: Queries,
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

/** Flips a favourite; answers whether the store is one now. */
export async function toggleFavourite(
  tx: Queries,
  userId: string,
  restaurantId: string,
  now: Date,
): Promise<boolean> {
  const isThis = and(eq(favourites.userId, userId), eq(favourites.restaurantId, restaurantId));
  const removed = await tx.delete(favourites).where(isThis).returning({ id: favourites.restaurantId });
  if (removed.length > 0) return false;
  await tx.insert(favourites).values({ userId, restaurantId, createdAt: now }).onConflictDoNothing();
  return true;
}

/** A customer's favourites, newest first, 200 at most. */
export async function favouritesOf(queries: Queries, userId: string) {
  return await queries
    .select({ id: restaurants.id, name: restaurants.name, address: restaurants.address })
    .from(favourites)
    .innerJoin(restaurants, eq(restaurants.id, favourites.restaurantId))
    .where(eq(favourites.userId, userId))
    .orderBy(sql`${favourites.createdAt} desc`)
    .limit(200);
}
