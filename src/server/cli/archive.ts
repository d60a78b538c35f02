import type pg from "pg";
import { listArchives } from "../backup/history-archive/archive.repository.ts";
import {
  archiveHistory,
  earlier,
  findArchive,
  listHistoryMonths,
  restoreHistory,
} from "../backup/history-archive/archive-history.ts";
import type { BackupStorage } from "../backup/physical/BackupStorage.ts";
import { CliError } from "../platform/CliError.ts";
import { pgCode } from "../platform/database/database-errors.ts";
import { busyCodes } from "../platform/partitions/change-tables.ts";
import { lockPartitions } from "../platform/partitions/partition-tables.ts";
import { formatLocalTime } from "../platform/time/local-time.ts";
import type { CliContext } from "./CliContext.ts";

/** Usage text of the command. */
export const archiveUsage = `Usage: npm run archive [-- MONTH | restore MONTH]
  npm run archive                     lists the months of the history of orders
  npm run archive -- 2026-12          writes that month's history into a file and removes it from the database
  npm run archive -- earlier          does so with the time before the first month
  npm run archive -- restore 2026-12  reads the file into the database again
Files go to ARCHIVE_DIR or the bucket of the ARCHIVE_S3_ settings. Read "Archive of old months" in docs/operations.md first.`;

/** What the command works with. */
export interface ArchiveContext extends Pick<CliContext, "database" | "clock" | "print"> {
  storage: BackupStorage | null;
}

/**
 * Archives the history of old orders, and brings it back.
 * @throws CliError
 */
export async function archiveCommand(args: string[], context: ArchiveContext): Promise<void> {
  const { database, clock, print, storage } = context;
  const isRestore = args[0] === "restore";
  const [month, ...rest] = isRestore ? args.slice(1) : args;
  const isMonth = month === earlier || /^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? "");
  if (rest.length > 0 || (!isMonth && args.length > 0)) throw new CliError(archiveUsage);
  if (month === undefined) {
    for (const line of await database.maintain(describeMonths)) print(line);
    return;
  }
  if (storage === null)
    throw new CliError("Set ARCHIVE_DIR or the ARCHIVE_S3_ settings: the files go there.");
  const rows = await database.maintain(async (client) => {
    if (!(await lockPartitions(client)))
      throw new CliError("Another process is changing partitions: try again in a minute.");
    return isRestore
      ? await restoreHistory(client, { month, storage })
      : await archiveHistory(client, { month, storage, now: clock.now() }).catch(explainBusy);
  });
  print(
    isRestore
      ? `${rows} rows of ${month} are in the database again.`
      : `${rows} rows of ${month} are in ${storage.label}, and no longer in the database.`,
  );
}

function explainBusy(error: unknown): never {
  if (!busyCodes.includes(pgCode(error) ?? "")) throw error;
  throw new CliError("The month was in use for minutes, by an export maybe: run it again later.");
}

/** Describes each month in the database and each archive, a line each. */
async function describeMonths(client: pg.ClientBase): Promise<string[]> {
  const months = await listHistoryMonths(client);
  const archives = await listArchives(client);
  const inDatabase = months.map((month) => {
    const archive = findArchive(archives, month);
    const size = `${(month.bytes / 1_000_000).toFixed(1)} MB`.padStart(12);
    return `${formatRows(month)}${size}${archive === undefined ? "" : "  archived"}`;
  });
  const inFiles = archives.map(
    (archive) =>
      `${formatRows(archive)}  ${archive.file}, ${formatLocalTime(archive.archivedAt).slice(0, 10)}`,
  );
  return [
    ...(months.length > 0 ? inDatabase : ["The tables of orders are not divided by month."]),
    ...(archives.length > 0 ? ["Archives:", ...inFiles] : []),
  ];
}

function formatRows({ month, rows }: { month: string; rows: number }): string {
  return `${month.padEnd(8)}${String(rows).padStart(12)} rows`;
}
