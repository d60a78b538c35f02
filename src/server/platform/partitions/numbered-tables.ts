import pg from "pg";
import { pgCode } from "../database/database-errors.ts";
import { busyCodes, changeTables } from "./change-tables.ts";
import { addMonths, monthOf } from "./months.ts";
import {
  earlierName,
  findMonth,
  numberBefore,
  type PartitionedTable,
  partitionName,
} from "./partitioned-tables.ts";
import { isEmpty, listPartitions, listReferenced, raiseSequence } from "./table-catalog.repository.ts";

const quote = pg.escapeIdentifier;

/**
 * Lets the numbers of new rows go on with those of the present month, once it has a partition. Until then they go on with those of
 * the month before, in its partition.
 */
export async function beginMonth(client: pg.ClientBase, table: PartitionedTable, now: Date): Promise<void> {
  const month = monthOf(now);
  const partitions = await listPartitions(client, table.name);
  if (partitions.includes(partitionName(table.name, month)))
    await raiseSequence(client, table, numberBefore(month));
}

/** Maximum wait for the locks of a drop, in ms, with every request behind them; it is tried again in an hour. */
const dropWaitMs = 200;
/** Codes of a drop that has to wait: a lock not had in time, a deadlock, a statement that takes too long. */
const postponingCodes: readonly string[] = [...busyCodes, "57014"];

/**
 * Drops the partitions of past months whose rows are all deleted, with their indexes, which keep their size otherwise. The present
 * month and the one before stay, for rows that are still on their way, and so do those that are in use now. Resolves with the
 * months that were dropped.
 */
export async function dropEmptyMonths(
  client: pg.ClientBase,
  { name }: PartitionedTable,
  now: Date,
): Promise<string[]> {
  const partitions = await listPartitions(client, name);
  const months = partitions.flatMap((partition) => findMonth(name, partition) ?? []);
  const dropped: string[] = [];
  for (const month of months.filter((candidate) => candidate < addMonths(monthOf(now), -1))) {
    const partition = partitionName(name, month);
    if (!(await isEmpty(client, partition))) continue;
    // Looking for rows again, with the table locked, then takes no time.
    await client.query(`vacuum ${quote(partition)}`);
    if (await dropIfEmpty(client, name, partition)) dropped.push(month);
  }
  return dropped;
}

/** Drops a partition; false when it has rows or cannot be locked now. */
async function dropIfEmpty(client: pg.ClientBase, table: string, partition: string): Promise<boolean> {
  // All that a drop locks, in the order of requests: it removes the triggers of foreign keys from the tables that these name.
  const locked = [...(await listReferenced(client, partition)), table, earlierName(table), partition];
  try {
    return await changeTables({ client, attempts: 1, waitMs: dropWaitMs }, locked, async () => {
      await client.query(`set local statement_timeout = ${dropWaitMs}`);
      if (!(await isEmpty(client, partition))) return false;
      await client.query(`drop table ${quote(partition)}`);
      return true;
    });
  } catch (error) {
    if (postponingCodes.includes(pgCode(error) ?? "")) return false;
    throw error;
  }
}
