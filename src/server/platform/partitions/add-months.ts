import pg from "pg";
import { addMs } from "../time/clock.ts";
import { changeTables, type Maintenance } from "./change-tables.ts";
import { addMonths, listMonths, monthOf, startOfMonth } from "./months.ts";
import {
  checkName,
  earlierCondition,
  earlierName,
  findCheckedMonth,
  findMonth,
  lowerBound,
  type PartitionedTable,
  partitionName,
} from "./partitioned-tables.ts";
import { isAnalyzed, listChecks, listPartitions, readDefinition } from "./table-catalog.repository.ts";

const quote = pg.escapeIdentifier;
const dayMs = 86_400_000;
/** Months that have a partition before they begin. */
const monthsAhead = 3;
/** The first month begins at least this long after it is chosen: checking the rows of before takes time. */
const chosenAheadMs = 7 * dayMs;
/** A first month without a partition that begins sooner than this is given up for a later one. */
const tooLateMs = dayMs;

/**
 * Adds the partitions of coming months to a divided table, up to three ahead; the first of all is one that begins in a week or
 * later. Resolves with the months that were added.
 */
export async function addMonthsAhead(
  maintenance: Maintenance,
  table: PartitionedTable,
  now: Date,
): Promise<string[]> {
  const { client } = maintenance;
  const partitions = await listPartitions(client, table.name);
  const months = partitions.flatMap((name) => findMonth(table.name, name) ?? []).sort();
  const last = months.at(-1);
  const next = last === undefined ? await excludeMonths(maintenance, table, now) : addMonths(last, 1);
  const added = listMonths(next, addMonths(monthOf(now), monthsAhead));
  for (const month of added) await addMonth(maintenance, table, month);
  // PostgreSQL itself only reads how values are spread within partitions.
  if (added.length > 0 || !(await isAnalyzed(client, table.name)))
    await client.query(`analyze ${quote(table.name)}`);
  return added;
}

/**
 * Makes sure that the rows of before, among which new ones are added meanwhile, belong to no month from the first one on.
 * Returns that month.
 */
async function excludeMonths(maintenance: Maintenance, table: PartitionedTable, now: Date): Promise<string> {
  const { client } = maintenance;
  const { name } = table;
  const earlier = earlierName(name);
  const chosen = await findExcluded(client, name);
  const isInTime = chosen !== null && startOfMonth(chosen).getTime() - now.getTime() > tooLateMs;
  const month = isInTime ? chosen : addMonths(monthOf(addMs(now, chosenAheadMs)), 1);
  if (!isInTime)
    await changeTables(maintenance, [earlier], async () => {
      if (chosen !== null)
        await client.query(`alter table ${quote(earlier)} drop constraint ${quote(checkName(name, chosen))}`);
      await client.query(
        `alter table ${quote(earlier)} add constraint ${quote(checkName(name, month))}
         check (${earlierCondition(table, month)}) not valid`,
      );
    });
  await client.query(`alter table ${quote(earlier)} validate constraint ${quote(checkName(name, month))}`);
  return month;
}

/** Returns the first of the months that the rows of before are checked not to belong to; null before that. */
async function findExcluded(client: pg.ClientBase, table: string): Promise<string | null> {
  const checks = await listChecks(client, earlierName(table));
  return checks.flatMap((name) => findCheckedMonth(table, name) ?? [])[0] ?? null;
}

async function addMonth(maintenance: Maintenance, table: PartitionedTable, month: string): Promise<void> {
  const { client } = maintenance;
  const { name } = table;
  const partition = partitionName(name, month);
  const earlier = earlierName(name);
  const { foreignKeys } = await readDefinition(client, earlier);
  await changeTables(maintenance, [earlier], async () => {
    await client.query(`create table ${quote(partition)} (like ${quote(earlier)} including all)`);
    for (const key of foreignKeys)
      await client.query(
        `alter table ${quote(partition)} add constraint ${quote(key.name)} ${key.definition}`,
      );
    for (const check of await listChecks(client, partition))
      if (findCheckedMonth(name, check) !== null)
        await client.query(`alter table ${quote(partition)} drop constraint ${quote(check)}`);
    await client.query(
      `alter table ${quote(name)} attach partition ${quote(partition)}
       for values from (${lowerBound(table, month)}) to (${lowerBound(table, addMonths(month, 1))})`,
    );
  });
}
