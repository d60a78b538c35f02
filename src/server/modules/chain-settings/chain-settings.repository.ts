import { and, desc, eq, getTableColumns } from "drizzle-orm";
import type { SettingsSection } from "#contract/chain-settings/chain-settings.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { chainSettings, staff } from "../../schema/service.ts";

export type SettingsRow = typeof chainSettings.$inferSelect & { changedByName: string };

const columns = { ...getTableColumns(chainSettings), changedByName: staff.name };

/** Lists the version of each section that holds; none of a section that was never saved. */
export async function listCurrent(queries: QueryRunner): Promise<SettingsRow[]> {
  return await queries
    .selectDistinctOn([chainSettings.section], columns)
    .from(chainSettings)
    .innerJoin(staff, eq(staff.id, chainSettings.changedBy))
    .orderBy(chainSettings.section, desc(chainSettings.version));
}

/** Lists the versions of a section, newest first. */
export async function listVersions(
  queries: QueryRunner,
  section: SettingsSection,
  page: { offset: number; limit: number },
): Promise<SettingsRow[]> {
  return await queries
    .select(columns)
    .from(chainSettings)
    .innerJoin(staff, eq(staff.id, chainSettings.changedBy))
    .where(eq(chainSettings.section, section))
    .orderBy(desc(chainSettings.version))
    .offset(page.offset)
    .limit(page.limit);
}

/** Finds one version of a section. */
export async function findVersion(
  queries: QueryRunner,
  section: SettingsSection,
  version: number,
): Promise<SettingsRow | undefined> {
  const [row] = await queries
    .select(columns)
    .from(chainSettings)
    .innerJoin(staff, eq(staff.id, chainSettings.changedBy))
    .where(and(eq(chainSettings.section, section), eq(chainSettings.version, version)));
  return row;
}

/** Adds a version; returns false if another has its number already. */
export async function insertVersion(
  tx: QueryRunner,
  row: typeof chainSettings.$inferInsert,
): Promise<boolean> {
  const inserted = await tx
    .insert(chainSettings)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: chainSettings.version });
  return inserted.length > 0;
}
