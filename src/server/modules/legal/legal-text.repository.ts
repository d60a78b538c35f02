import { and, desc, eq, getTableColumns } from "drizzle-orm";
import type { LegalTextName } from "#contract/legal/texts.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { staff } from "../../schema/service.ts";
import { legalTexts } from "../../schema/settings.ts";

const { body, ...withoutBody } = getTableColumns(legalTexts);
const columns = { ...withoutBody, changedByName: staff.name };

/** A version of a text without the text itself, which may be long. */
export type LegalTextRow = Omit<typeof legalTexts.$inferSelect, "body"> & { changedByName: string };

/** Lists the present version of each text that the chain has saved. */
export async function listCurrent(queries: QueryRunner): Promise<LegalTextRow[]> {
  return await queries
    .selectDistinctOn([legalTexts.name], columns)
    .from(legalTexts)
    .innerJoin(staff, eq(staff.id, legalTexts.changedBy))
    .orderBy(legalTexts.name, desc(legalTexts.version));
}

/** Finds a version of a text with its body; without a version the present one. */
export async function findVersion(
  queries: QueryRunner,
  name: LegalTextName,
  version?: number,
): Promise<(LegalTextRow & { body: string }) | undefined> {
  const [row] = await queries
    .select({ ...columns, body })
    .from(legalTexts)
    .innerJoin(staff, eq(staff.id, legalTexts.changedBy))
    .where(
      and(eq(legalTexts.name, name), version === undefined ? undefined : eq(legalTexts.version, version)),
    )
    .orderBy(desc(legalTexts.version))
    .limit(1);
  return row;
}

/** Lists the versions of a text, newest first. */
export async function listVersions(
  queries: QueryRunner,
  name: LegalTextName,
  page: { offset: number; limit: number },
): Promise<LegalTextRow[]> {
  return await queries
    .select(columns)
    .from(legalTexts)
    .innerJoin(staff, eq(staff.id, legalTexts.changedBy))
    .where(eq(legalTexts.name, name))
    .orderBy(desc(legalTexts.version))
    .offset(page.offset)
    .limit(page.limit);
}

/** Adds a version; returns false if another has its number already. */
export async function insertVersion(tx: QueryRunner, row: typeof legalTexts.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(legalTexts)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: legalTexts.version });
  return inserted.length > 0;
}
