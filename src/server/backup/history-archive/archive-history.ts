import { randomBytes } from "node:crypto";
import type pg from "pg";
import { CliError } from "../../platform/CliError.ts";
import { changeTables } from "../../platform/partitions/change-tables.ts";
import { addMonths, monthOf } from "../../platform/partitions/months.ts";
import { findMonth, firstIdOf } from "../../platform/partitions/partitioned-tables.ts";
import { configureSession } from "../catalog.ts";
import type { BackupStorage } from "../physical/BackupStorage.ts";
import * as repository from "./archive.repository.ts";
import { copyHistoryFile, digestHistoryFile, writeHistoryFile } from "./history-file.ts";

/** The time before the first month, in place of a month. */
export const earlier = "earlier";
/** Months from the end of one until it can be archived: WeChat Pay refunds for a year. */
const minAgeMonths = 13;
/** Tries to get the lock of a partition that is in use, for some two minutes. */
const attempts = 60;
/** Maximum wait for a lock with requests of that old month behind it, in ms. */
const lockMs = 1_200;

/** A month of the history as it lies in a partition. */
export interface HistoryMonth extends repository.HistoryPartition, repository.OrderRange {
  /** "YYYY-MM", or "earlier". */
  month: string;
  /** The month after it with a partition; null for the last one. */
  next: string | null;
}

/** Lists the months of the history of orders, the time before the first month first; none of a table that is not divided. */
export async function listHistoryMonths(client: pg.ClientBase): Promise<HistoryMonth[]> {
  const partitions = await repository.listHistoryPartitions(client);
  const months = partitions.map(({ name }) => findMonth(repository.historyTable, name));
  return partitions.map((partition, index) => {
    const [month, next] = [months[index], months[index + 1]];
    return {
      ...partition,
      month: month ?? earlier,
      next: next ?? null,
      firstId: month == null ? "" : firstIdOf(month),
      endId: next == null ? "" : firstIdOf(next),
    };
  });
}

/** Returns the archive of exactly the orders of a month. */
export function findArchive(
  archives: readonly repository.HistoryArchive[],
  { firstId, endId }: repository.OrderRange,
): repository.HistoryArchive | undefined {
  return archives.find((archive) => archive.firstId === firstId && archive.endId === endId);
}

/**
 * Writes the history of a month's orders into a new file of the storage, reads it again to compare, and removes it from the
 * database. Servers go on meanwhile. A month that was interrupted is done anew. Returns the number of rows.
 * @throws CliError for a month that is not there, too young or archived, or whose orders are not over
 */
export async function archiveHistory(
  client: pg.ClientBase,
  { month, storage, now }: { month: string; storage: BackupStorage; now: Date },
): Promise<number> {
  await configureSession(client);
  const { name, firstId, endId } = await findArchivable(client, month, now);
  await storage.removeLeftovers();
  // The name of an archive that an older backup or another database knows is never used again.
  const file = `order-history/${month}.${randomBytes(8).toString("hex")}.csv.gz`;
  await client.query("begin isolation level repeatable read read only");
  const before = await repository.digestRows(client, name);
  const statement = repository.copyOutStatement(name);
  const sha256 = await writeHistoryFile(client, statement, { storage, file }, () => client.query("commit"));
  if ((await digestHistoryFile({ storage, file })) !== sha256)
    throw new CliError(`${file} in ${storage.label} is not what was written: nothing was removed.`);
  await changeTables({ client, attempts }, [], async () => {
    await client.query(`set local lock_timeout = ${lockMs}`);
    await client.query("set local idle_in_transaction_session_timeout = '10s'");
    // Exports use it for long: this has to come out before all rows are read.
    await repository.assertUnused(client, name);
    await repository.lockChanges(client, name);
    if ((await repository.digestRows(client, name)).digest !== before.digest)
      throw new CliError(`The history of ${month} has changed meanwhile: nothing was removed, try again.`);
    await repository.removeArchivedRows(client, name);
    const archive = { file, month, firstId, endId, rows: before.rows, sha256, archivedAt: now };
    await repository.addArchive(client, archive);
  });
  return before.rows;
}

/**
 * Reads the files of an archived month into the database again, also into a table that is not divided. The files stay. Returns the
 * number of rows.
 * @throws CliError for a month that is not archived, and when a file is missing or damaged
 */
export async function restoreHistory(
  client: pg.ClientBase,
  { month, storage }: { month: string; storage: BackupStorage },
): Promise<number> {
  await configureSession(client);
  const archives = (await repository.listArchives(client)).filter((archive) => archive.month === month);
  if (archives.length === 0) throw new CliError(`${month} is not archived.`);
  for (const { file, sha256 } of archives) {
    await client.query("begin");
    if ((await copyHistoryFile(client, repository.copyInStatement(), { storage, file })) !== sha256)
      throw new CliError(`${file} in ${storage.label} is not what was written: nothing was added.`);
    await repository.removeArchive(client, file);
    await client.query("commit");
  }
  return archives.reduce((sum, { rows }) => sum + rows, 0);
}

/** Returns a month that can be archived. */
async function findArchivable(client: pg.ClientBase, month: string, now: Date): Promise<HistoryMonth> {
  const months = await listHistoryMonths(client);
  if (months.length === 0)
    throw new CliError("The tables of orders are not divided by month: npm run partition does it.");
  const found = months.find((other) => other.month === month);
  if (found === undefined) throw new CliError(`The history of orders has no partition for ${month}.`);
  if (found.next === null)
    throw new CliError(`${month} is the last month: the one after it has no partition.`);
  if (found.next > addMonths(monthOf(now), -minAgeMonths))
    throw new CliError(
      `${month} is too young: months can be archived ${minAgeMonths} months after their end.`,
    );
  if (findArchive(await repository.listArchives(client), found) !== undefined)
    throw new CliError(`${month} is archived already.`);
  if (!(await repository.mayTruncate(client, found.name)))
    throw new CliError(
      `Rows of ${found.name} may not be truncated: connect as the role that owns the table.`,
    );
  const open = await repository.countOpenOrders(client, found);
  if (open > 0)
    throw new CliError(`${month} has ${open} orders that are not over, or whose refunds are not.`);
  return found;
}
