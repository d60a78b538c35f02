import { asc, count, eq, max, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { dishDrafts, dishes, menuCategories } from "../../schema/restaurants.ts";

export type CategoryRow = typeof menuCategories.$inferSelect;

/** Lists the categories in their order. */
export async function listAll(queries: QueryRunner): Promise<CategoryRow[]> {
  return await queries
    .select()
    .from(menuCategories)
    .orderBy(asc(menuCategories.rank), asc(menuCategories.id));
}

/** Counts the dishes that are on sale, by category; a dish counts once, whatever its variants. */
export async function countOnSale(queries: QueryRunner): Promise<Map<string, number>> {
  const rows = await queries
    .select({
      id: dishes.categoryId,
      n: sql<number>`count(distinct coalesce(${dishes.spuId}, ${dishes.id}))`.mapWith(Number),
    })
    .from(dishes)
    .where(sql`${dishes.retiredAt} is null and ${dishes.onSale}`)
    .groupBy(dishes.categoryId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Returns a category. Throws "not_found". */
export async function requireCategory(queries: QueryRunner, id: string): Promise<CategoryRow> {
  const [row] = await queries.select().from(menuCategories).where(eq(menuCategories.id, id));
  if (row === undefined) throw new AppError("not_found", { field: "category_id" }, "分类不存在，请重新选择");
  return row;
}

/** Counts the dishes of a category with all that are not on sale or removed, and the drafts. */
export async function countUses(queries: QueryRunner, id: string): Promise<number> {
  const [used] = await queries.select({ n: count() }).from(dishes).where(eq(dishes.categoryId, id));
  const [planned] = await queries
    .select({ n: count() })
    .from(dishDrafts)
    .where(sql`${dishDrafts.form}->>'category_id' = ${id}`);
  return (used?.n ?? 0) + (planned?.n ?? 0);
}

/** Adds a category behind all others. */
export async function insert(tx: QueryRunner, row: Omit<CategoryRow, "rank">): Promise<void> {
  const [last] = await tx.select({ rank: max(menuCategories.rank) }).from(menuCategories);
  await tx.insert(menuCategories).values({ ...row, rank: (last?.rank ?? 0) + 1 });
}

export async function update(
  tx: QueryRunner,
  id: string,
  changes: Partial<Omit<CategoryRow, "id">>,
): Promise<void> {
  await tx.update(menuCategories).set(changes).where(eq(menuCategories.id, id));
}

export async function remove(tx: QueryRunner, id: string): Promise<void> {
  await tx.delete(menuCategories).where(eq(menuCategories.id, id));
}
