import { desc, eq, inArray, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { dishes, dishPriceChanges, restaurants } from "../../schema/restaurants.ts";
import { staff } from "../../schema/service.ts";

const batchSize = 500;

export async function insertPriceChanges(
  tx: QueryRunner,
  rows: (typeof dishPriceChanges.$inferInsert)[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize)
    await tx.insert(dishPriceChanges).values(rows.slice(start, start + batchSize));
}

/** Lists price changes of dishes, newest first. */
export async function listPriceChanges(
  queries: QueryRunner,
  dishIds: readonly string[],
  page: { offset: number; limit: number },
) {
  return await queries
    .select({
      change: dishPriceChanges,
      dishName: dishes.name,
      restaurantName: restaurants.name,
      actorName: staff.name,
    })
    .from(dishPriceChanges)
    .innerJoin(dishes, eq(dishes.id, dishPriceChanges.dishId))
    .leftJoin(restaurants, eq(restaurants.id, dishPriceChanges.restaurantId))
    .leftJoin(staff, eq(staff.id, dishPriceChanges.actor))
    .where(inArray(dishPriceChanges.dishId, [...dishIds]))
    .orderBy(desc(dishPriceChanges.id))
    .offset(page.offset)
    .limit(page.limit);
}

/** Lists the ids of all variants of a dish, also of those that were removed. */
export async function listVariantIds(queries: QueryRunner, id: string): Promise<string[]> {
  const rows = await queries
    .select({ id: dishes.id })
    .from(dishes)
    .where(sql`coalesce(${dishes.spuId}, ${dishes.id}) = ${id}`);
  return rows.map((row) => row.id);
}
