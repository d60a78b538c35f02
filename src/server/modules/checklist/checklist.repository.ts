import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { dishes, restaurants } from "../../schema/restaurants.ts";
import { staff, staffRestaurants, verificationFiles } from "../../schema/service.ts";

/** Returns what the chain has of what it needs to sell. */
export async function findContent(queries: QueryRunner) {
  const exists = async (table: typeof restaurants | typeof dishes | typeof staff, condition = sql`true`) => {
    const rows = await queries.select({ n: sql`1` }).from(table).where(condition).limit(1);
    return rows.length > 0;
  };
  const hasWorkplace = sql`exists (select 1 from ${staffRestaurants} where ${staffRestaurants.staffId} = ${staff.id})`;
  return {
    hasRestaurant: await exists(restaurants, sql`${restaurants.closedAt} is null`),
    hasDish: await exists(dishes, and(isNull(dishes.retiredAt), eq(dishes.onSale, true))),
    hasRestaurantStaff: await exists(
      staff,
      and(eq(staff.role, "store"), isNull(staff.disabledAt), hasWorkplace),
    ),
  };
}

/** Lists the names of the stored files. */
export async function listFiles(queries: QueryRunner): Promise<string[]> {
  const rows = await queries
    .select({ name: verificationFiles.name })
    .from(verificationFiles)
    .orderBy(asc(verificationFiles.name));
  return rows.map(({ name }) => name);
}

/** Returns the content of a file. */
export async function findFile(queries: QueryRunner, name: string): Promise<string | undefined> {
  const [row] = await queries.select().from(verificationFiles).where(eq(verificationFiles.name, name));
  return row?.content;
}

export async function saveFile(tx: QueryRunner, row: typeof verificationFiles.$inferInsert): Promise<void> {
  const { content, createdAt } = row;
  await tx
    .insert(verificationFiles)
    .values(row)
    .onConflictDoUpdate({ target: verificationFiles.name, set: { content, createdAt } });
}

/** Deletes a file; returns whether there was one. */
export async function deleteFile(tx: QueryRunner, name: string): Promise<boolean> {
  const rows = await tx
    .delete(verificationFiles)
    .where(eq(verificationFiles.name, name))
    .returning({ name: verificationFiles.name });
  return rows.length > 0;
}
