import pg from "pg";
import { changeTables, type Maintenance } from "./change-tables.ts";
import { addMonths, monthOf } from "./months.ts";
import { findMonth, firstNumberOf, type PartitionedTable, partitionName } from "./partitioned-tables.ts";
import { isEmpty, listPartitions, raiseSequence } from "./table-catalog.repository.ts";

const quote = pg.escapeIdentifier;

/**
 * Lets the numbers of new rows go on with those of the present month, once it has a partition. Until then they go on with those of
 * the month before, in its partition.
 */
export async function beginMonth(client: pg.ClientBase, table: PartitionedTable, now: Date): Promise<void> {
  const month = monthOf(now);
  const partitions = await listPartitions(client, table.name);
  if (partitions.includes(partitionName(table.name, month)))
    await raiseSequence(client, table, firstNumberOf(month));
}

/**
 * Drops the partitions of past months whose rows are all deleted, with their indexes, which keep their size otherwise. The present
 * month and the one before stay, for rows that are still on their way. Resolves with the months that were dropped.
 */
export async function dropEmptyMonths(
  maintenance: Maintenance,
  { name }: PartitionedTable,
  now: Date,
): Promise<string[]> {
  const { client } = maintenance;
  const partitions = await listPartitions(client, name);
  const months = partitions.flatMap((partition) => findMonth(name, partition) ?? []);
  const dropped: string[] = [];
  for (const month of months.filter((candidate) => candidate < addMonths(monthOf(now), -1))) {
    const partition = partitionName(name, month);
    if (!(await isEmpty(client, partition))) continue;
    // Looking for rows again, with the table locked, then takes no time.
    await client.query(`vacuum ${quote(partition)}`);
    await changeTables(maintenance, [name], async () => {
      if (!(await isEmpty(client, partition))) return;
      await client.query(`drop table ${quote(partition)}`);
      dropped.push(month);
    });
  }
  return dropped;
}
