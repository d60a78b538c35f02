import { lt, lte, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { dailySums } from "../../schema/security.ts";

/** Adds to a day's sum, locked until the transaction ends; returns the new sum, null beyond `limitFen`. */
export async function addWithinLimit(
  tx: QueryRunner,
  { limitFen, ...row }: typeof dailySums.$inferInsert & { limitFen: number },
): Promise<number | null> {
  if (row.amountFen > limitFen) return null;
  const rows = await tx
    .insert(dailySums)
    .values(row)
    .onConflictDoUpdate({
      target: [dailySums.day, dailySums.kind, dailySums.staffId],
      set: { amountFen: sql`${dailySums.amountFen} + excluded.amount_fen` },
      setWhere: lte(sql`${dailySums.amountFen} + excluded.amount_fen`, limitFen),
    })
    .returning({ amountFen: dailySums.amountFen });
  return rows[0]?.amountFen ?? null;
}

/** Deletes the sums of days before this one. */
export async function deleteSumsBefore(queries: QueryRunner, before: string): Promise<void> {
  await queries.delete(dailySums).where(lt(dailySums.day, before));
}
