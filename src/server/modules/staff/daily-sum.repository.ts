import { lt, lte, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { dailySums } from "../../schema/security.ts";

/** Adds to a day's sum, locked until the transaction ends; returns the new sum, null beyond `limitFen`. */
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

/** Deletes the sums of days before this one. */
export async function deleteSumsBefore(queries: QueryRunner, before: string): Promise<void> {
  await queries.delete(dailySums).where(lt(dailySums.day, before));
}
