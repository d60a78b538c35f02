import type pg from "pg";
import { CliError } from "../CliError.ts";
import type { Database } from "../database/Database.ts";
import type { Clock } from "../time/clock.ts";
import { addMonthsAhead } from "./add-months.ts";
import type { Maintenance } from "./change-tables.ts";
import { divideTable } from "./divide-table.ts";
import { beginMonth, dropEmptyMonths } from "./numbered-tables.ts";
import { type PartitionedTable, partitionedTables } from "./partitioned-tables.ts";
import { isPartitioned, listObstacles, readLockLimit } from "./table-catalog.repository.ts";

/** Arbitrary key of the advisory lock of the process that changes partitions. */
const partitionLock = 7_434_002;
/** A statement over all months of three years holds some 800 locks, most of them of indexes. */
const minLocks = 256;
/** Tries of an operator's command, for some two minutes, and of a job that runs again in an hour. */
const attempts = { command: 60, job: 3 };

/** Options of changes of partitions. */
export interface PartitionOptions {
  now: Date;
  /** Is called with each step that has ended. */
  onStep?: (step: string) => void;
}

/**
 * Divides the large tables by month while servers use them, and adds the months to come. Goes on where it was
 * interrupted. Resolves with false, and does nothing, while another connection changes partitions; one that did keeps others
 * from it until it ends.
 * @throws CliError when the tables cannot be divided
 */
export async function partitionTables(client: pg.ClientBase, options: PartitionOptions): Promise<boolean> {
  if (!(await lockPartitions(client))) return false;
  await assertDividable(client);
  const maintenance = { client, attempts: attempts.command };
  for (const table of partitionedTables)
    if (await divideTable(maintenance, table)) options.onStep?.(`${table.name}: divided`);
  await addMonths(maintenance, options);
  return true;
}

/** Adds the months to come to the tables that are divided and drops empty past ones, unless another process does it. */
export async function extendPartitions({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  await database.maintain(async (client) => {
    if (await lockPartitions(client))
      await addMonths({ client, attempts: attempts.job }, { now: clock.now() });
  });
}

async function assertDividable(client: pg.ClientBase): Promise<void> {
  const obstacles = await listObstacles(
    client,
    partitionedTables.map(({ name }) => name),
  );
  const limit = await readLockLimit(client);
  if (limit < minLocks)
    obstacles.push(
      `PostgreSQL's max_locks_per_transaction is ${limit}: set it to ${minLocks} or more, and restart PostgreSQL.`,
    );
  if (obstacles.length > 0) throw new CliError(obstacles.join("\n"));
}

async function addMonths(maintenance: Maintenance, { now, onStep }: PartitionOptions): Promise<void> {
  const { client } = maintenance;
  const numbered: PartitionedTable[] = [];
  for (const table of partitionedTables) {
    if (!(await isPartitioned(client, table.name))) continue;
    const added = await addMonthsAhead(maintenance, table, now);
    if (added.length > 0) onStep?.(`${table.name}: partitions for ${added.join(", ")}`);
    if (table.values !== "numbers") continue;
    await beginMonth(client, table, now);
    numbered.push(table);
  }
  // After all others: a drop that fails must not keep months to come from being added.
  for (const table of numbered) {
    const dropped = await dropEmptyMonths(client, table, now);
    if (dropped.length > 0) onStep?.(`${table.name}: dropped empty partitions of ${dropped.join(", ")}`);
  }
}

/** Takes the lock for as long as the connection lasts; false while another one has it. */
export async function lockPartitions(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>("select pg_try_advisory_lock($1) as is", [
    partitionLock,
  ]);
  return rows[0]?.is === true;
}
