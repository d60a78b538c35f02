import { and, asc, between, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Position } from "#contract/distance.ts";
import type { Queries } from "../../platform/Database.ts";
import { favourites, restaurants } from "../../schema/restaurants.ts";

export type RestaurantRow = typeof restaurants.$inferSelect;
export type NearRow = RestaurantRow & { distanceM: number };

const metresPerDegree = 111_195;
/** Half sides of the boxes looked through one after the other until enough stores are found. */
const boxesM = [3_000, 12_000, 50_000, 250_000, 1_500_000, 20_100_000];

/** The same great-circle formula as `distanceMetres`, for ordering in the database. */
function metresFrom(point: Position): SQL<number> {
  const { lat, lng } = restaurants;
  return sql<number>`(2 * 6371008.8 * asin(least(1, sqrt(
    power(sin(radians(${lat} - ${point.lat}) / 2), 2) +
    cos(radians(${point.lat})) * cos(radians(${lat})) * power(sin(radians(${lng} - ${point.lng}) / 2), 2)))))`;
}

function inBox(point: Position, halfM: number): SQL | undefined {
  const dLat = halfM / metresPerDegree;
  const dLng = dLat / Math.max(0.01, Math.cos((point.lat * Math.PI) / 180));
  return and(
    between(restaurants.lat, point.lat - dLat, point.lat + dLat),
    between(restaurants.lng, point.lng - dLng, point.lng + dLng),
  );
}

/** Stores around a point, nearest first; looks in growing boxes so that the position index serves it. */
export async function nearest(
  queries: Queries,
  point: Position,
  page: { offset: number; limit: number },
  filter: SQL | undefined,
  maxM = Number.POSITIVE_INFINITY,
): Promise<NearRow[]> {
  const distance = metresFrom(point);
  for (const halfM of boxesM) {
    const reachM = Math.min(halfM, maxM);
    const isLast = halfM >= maxM || halfM === boxesM.at(-1);
    // A box holds every store within its half side, but corners reach farther: those may not be the nearest.
    // The last of all is the whole earth: a box there would end at the date line.
    const isEverywhere = isLast && maxM === Number.POSITIVE_INFINITY;
    const isNear = isEverywhere ? undefined : and(inBox(point, reachM), sql`${distance} <= ${reachM}`);
    const rows = await queries
      .select({ row: restaurants, distanceM: distance })
      .from(restaurants)
      .where(and(isNull(restaurants.closedAt), isNear, filter))
      .orderBy(distance, asc(restaurants.id))
      .offset(page.offset)
      .limit(page.limit);
    if (rows.length === page.limit || isLast)
      return rows.map(({ row, distanceM }) => ({ ...row, distanceM }));
  }
  return [];
}

/** Escapes what LIKE would take for a wildcard. */
function contains(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
}

export function matchesKeyword(keyword: string): SQL | undefined {
  const pattern = contains(keyword);
  return or(
    sql`${restaurants.name} like ${pattern}`,
    sql`${restaurants.address} like ${pattern}`,
    sql`${restaurants.cityName} like ${pattern}`,
  );
}

export function inCity(gbCityCode: string): SQL {
  return eq(restaurants.gbCityCode, gbCityCode);
}

export function thatDeliver(): SQL {
  return eq(restaurants.delivers, true);
}

export async function byId(queries: Queries, id: string): Promise<RestaurantRow | undefined> {
  const rows = await queries
    .select()
    .from(restaurants)
    .where(and(eq(restaurants.id, id), isNull(restaurants.closedAt)));
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
