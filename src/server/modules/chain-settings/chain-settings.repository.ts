import { and, desc, eq, getTableColumns, inArray, isNull, max, sql } from "drizzle-orm";
import type { ChainSettings, SettingsSection } from "#contract/chain-settings/chain-settings.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { restaurants } from "../../schema/restaurants.ts";
import { staff } from "../../schema/service.ts";
import { chainSettings } from "../../schema/settings.ts";

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

/** Lists all versions of sections, oldest first; they are few, since people save them. */
export async function listHistory(queries: QueryRunner, sections: readonly SettingsSection[]) {
  const { section, value, version, changedAt } = chainSettings;
  return await queries
    .select({ section, value, changedAt })
    .from(chainSettings)
    .where(inArray(section, [...sections]))
    .orderBy(section, version);
}

/** Returns the number of the present version of each section, as a text that changes with any of them. */
export async function readVersions(queries: QueryRunner): Promise<string> {
  const { section, version } = chainSettings;
  const rows = await queries
    .select({ section, version: max(version) })
    .from(chainSettings)
    .groupBy(section)
    .orderBy(section);
  return rows.map((row) => `${row.section} ${row.version}`).join();
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

/** Names up to `limit` restaurants whose own conditions contradict these of the chain. */
export async function listContradictions(
  tx: QueryRunner,
  section: "delivery" | "booking",
  chain: Pick<ChainSettings, "delivery" | "booking">,
  limit: number,
): Promise<string[]> {
  const { minimumOrderFen, freeDeliveryFromFen, bookingLeadMinutes, bookingDays } = restaurants;
  const { minimum, free_from } = chain.delivery;
  const { lead_minutes, days } = chain.booking;
  const contradicts = {
    delivery: sql`coalesce(${freeDeliveryFromFen}, ${free_from}::bigint) < coalesce(${minimumOrderFen}, ${minimum}::bigint)`,
    booking: sql`coalesce(${bookingLeadMinutes}, ${lead_minutes}::int) >= coalesce(${bookingDays}, ${days}::int) * 1440`,
  };
  const rows = await tx
    .select({ name: restaurants.name })
    .from(restaurants)
    .where(and(isNull(restaurants.closedAt), contradicts[section]))
    .orderBy(restaurants.id)
    .limit(limit);
  return rows.map(({ name }) => name);
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
