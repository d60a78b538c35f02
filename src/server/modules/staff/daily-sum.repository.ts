import { lt, lte, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { dailySums } from "../../schema/security.ts";

/** Adds to a day's sum and holds it until the transaction ends; answers the new sum, null when it would be more than `most`. */
export async function addWithinLimit(
  tx: QueryRunner,
  { limitFen, ...row }: typeof dailySums.$inferInsert & { limitFen: number },
): Promise<number | null> {
  if (row.fen > limitFen) return null;
  const rows = await tx
    .insert(dailySums)
    .values(row)
    .onConflictDoUpdate({
      target: [dailySums.day, dailySums.what, dailySums.who],
      set: { fen: sql`${dailySums.fen} + excluded.fen` },
      setWhere: lte(sql`${dailySums.fen} + excluded.fen`, limitFen),
    })
    .returning({ fen: dailySums.fen });
  return rows[0]?.fen ?? null;
}

/** Removes the sums of days before this one. */
export async function deleteSumsBefore(queries: QueryRunner, before: string): Promise<void> {
  await queries.delete(dailySums).where(lt(dailySums.day, before));
}
