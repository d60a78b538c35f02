import { and, asc, eq, inArray } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { restaurants } from "../../schema/restaurants.ts";
import { staffRestaurants } from "../../schema/service.ts";

/** Restaurant at which a member of staff works. */
export interface Workplace {
  id: string;
  name: string;
}

/** Returns whether a member of staff works at a restaurant. */
export async function worksAt(queries: QueryRunner, staffId: string, restaurantId: string): Promise<boolean> {
  const isOwn = and(eq(staffRestaurants.staffId, staffId), eq(staffRestaurants.restaurantId, restaurantId));
  const rows = await queries
    .select({ id: staffRestaurants.restaurantId })
    .from(staffRestaurants)
    .where(isOwn);
  return rows.length > 0;
}

/** Lists the codes of a member's restaurants in order; `limit` of them at most. */
export async function listRestaurantIds(
  queries: QueryRunner,
  staffId: string,
  limit: number,
): Promise<string[]> {
  const rows = await queries
    .select({ id: staffRestaurants.restaurantId })
    .from(staffRestaurants)
    .where(eq(staffRestaurants.staffId, staffId))
    .orderBy(asc(staffRestaurants.restaurantId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Lists the restaurants of members of staff by code, for each member who has some. */
export async function listWorkplaces(
  queries: QueryRunner,
  staffIds: readonly string[],
): Promise<Map<string, Workplace[]>> {
  const rows = await queries
    .select({ staffId: staffRestaurants.staffId, id: restaurants.id, name: restaurants.name })
    .from(staffRestaurants)
    .innerJoin(restaurants, eq(restaurants.id, staffRestaurants.restaurantId))
    .where(inArray(staffRestaurants.staffId, [...staffIds]))
    .orderBy(asc(restaurants.id));
  const found = new Map<string, Workplace[]>();
  for (const { staffId, ...workplace } of rows)
    found.set(staffId, [...(found.get(staffId) ?? []), workplace]);
  return found;
}

/** Replaces the restaurants of a member of staff. Lock the member first. */
export async function setRestaurants(
  tx: QueryRunner,
  staffId: string,
  restaurantIds: readonly string[],
): Promise<void> {
  await tx.delete(staffRestaurants).where(eq(staffRestaurants.staffId, staffId));
  const rows = restaurantIds.map((restaurantId) => ({ staffId, restaurantId }));
  if (rows.length > 0) await tx.insert(staffRestaurants).values(rows);
}

/** Takes a restaurant from all its members of staff; returns their ids. */
export async function removeRestaurant(tx: QueryRunner, restaurantId: string): Promise<string[]> {
  const rows = await tx
    .delete(staffRestaurants)
    .where(eq(staffRestaurants.restaurantId, restaurantId))
    .returning({ staffId: staffRestaurants.staffId });
  return rows.map(({ staffId }) => staffId);
}

/** Finds restaurants by code, and lets none of them be closed before the transaction ends. */
export async function lockRestaurants(
  tx: QueryRunner,
  ids: readonly string[],
): Promise<(Workplace & { closedAt: Date | null })[]> {
  return await tx
    .select({ id: restaurants.id, name: restaurants.name, closedAt: restaurants.closedAt })
    .from(restaurants)
    .where(inArray(restaurants.id, [...ids]))
    .orderBy(asc(restaurants.id))
    .for("key share");
}
