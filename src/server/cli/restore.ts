import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import type { BackupStorage } from "../backup/physical/BackupStorage.ts";
import { chooseSystem } from "../backup/physical/choose-system.ts";
import { restoreDatabase } from "../backup/physical/restore.ts";
import { restorePictures } from "../backup/physical/restore-pictures.ts";
import { planRestore, type RestorePlan } from "../backup/physical/restore-plan.ts";
import { shipLeftWal, shipWal } from "../backup/physical/ship-wal.ts";
import { type Verification, verifyDatabase } from "../backup/physical/verify-database.ts";
import type { Config } from "../config.ts";
import { CliError } from "../platform/CliError.ts";
import { clusterFolder } from "../platform/embedded-postgres/cluster.ts";
import { prepareDataFolder } from "../platform/embedded-postgres/data-folder.ts";
import { lockDataFolder } from "../platform/embedded-postgres/lock.ts";
import { clearOrphan } from "../platform/embedded-postgres/orphan.ts";
import { walFolder } from "../platform/embedded-postgres/wal-archive.ts";
import { formatLocalSecond, parseLocalTime } from "../platform/time/local-time.ts";
import { noStorageMessage } from "./base-backup.ts";

/** Usage text of the command. */
export const restoreUsage = `Usage: npm run restore -- [options]
  restores the embedded database and its pictures from the backup, to the newest state or
      --at "2026-11-27 12:00"     the state at this time in Asia/Shanghai; seconds are possible: 12:00:30
      --timeline <number>         the state before an earlier restore; each restore begins a new timeline
      --system <identifier>       of this database, when the place has the backups of several
      --replace                   moves the database that is there aside; without it the data folder must have none
Stop the server first.`;

const options = {
  at: { type: "string" },
  timeline: { type: "string" },
  system: { type: "string" },
  replace: { type: "boolean", default: false },
} as const;
/** Maximum number of violations printed. */
const maxLines = 20;

/** What the command works with. */
export interface RestoreContext {
  config: Config;
  storage: BackupStorage | null;
  print: (line: string) => void;
}

function parseCommandLine(args: string[]) {
  try {
    const { values } = parseArgs({ args, options });
    const { replace, system = null } = values;
    return { at: parseTime(values.at), timeline: parseTimeline(values.timeline), replace, system };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CliError(`${error.message}\n${restoreUsage}`);
  }
}

function parseTime(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const match = /^(\d{4}-\d\d-\d\d \d\d:\d\d)(?::([0-5]\d(?:\.\d{1,3})?))?$/.exec(text);
  const minute = parseLocalTime(match?.[1] ?? "");
  if (minute === null) throw new CliError(`"${text}" is no time such as "2026-11-27 12:00".`);
  const at = new Date(minute.getTime() + Number(match?.[2] ?? 0) * 1_000);
  if (at.getTime() > Date.now()) throw new CliError(`${text} has not been yet.`);
  return at;
}

function parseTimeline(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CliError(`"${text}" is no number of a timeline.`);
  return Number(text);
}

/**
 * Restores the database; returns whether no ledger invariant is violated.
 * @throws CliError, with the data folder as it was
 */
export async function restoreCommand(
  args: string[],
  { config, storage, print }: RestoreContext,
): Promise<boolean> {
  const { at, timeline, replace, system: wanted } = parseCommandLine(args);
  if (storage === null) throw new CliError(noStorageMessage);
  const { path: dataFolder } = await prepareDataFolder(config.dataDir);
  const release = await lockDataFolder(dataFolder);
  try {
    const isReplacing = existsSync(clusterFolder(dataFolder));
    if (isReplacing && !replace)
      throw new CliError(
        `There is a database in ${dataFolder}: say --replace to move it aside, or choose another folder with DATA_DIR.`,
      );
    const system = await chooseSystem(storage, wanted);
    if (isReplacing) await clearOrphan(clusterFolder(dataFolder), print);
    await storeLeftWal(storage, { dataFolder, system, print });
    const plan = await planRestore(storage, { system, at, timeline }, print);
    print(
      `Restoring the base backup ${plan.base.id}, ${plan.wal.length} WAL files and the pictures of ${storage.label} …`,
    );
    let found: Found | undefined;
    const restored = await restoreDatabase({
      storage,
      plan,
      at,
      dataFolder,
      binDir: config.pgBin ?? undefined,
      verify: async (url) => {
        found = await verify(url, config, storage);
      },
    });
    await shipWal(config).catch((error: unknown) =>
      print(`The restored database's first WAL is not in the backup yet: its server stores it (${error}).`),
    );
    if (found === undefined) throw new Error("the restored database was not verified");
    return report({ ...restored, ...found, plan, at }, print);
  } finally {
    await release();
  }
}

/** Stores what was archived last, which may be newer than the backup; a failure is told, and the restore goes on. */
async function storeLeftWal(
  storage: BackupStorage,
  { dataFolder, system, print }: { dataFolder: string; system: string; print: (line: string) => void },
): Promise<void> {
  await shipLeftWal(storage, dataFolder, system).catch((error: unknown) =>
    print(
      `WAL files in ${walFolder(dataFolder)} cannot be stored (${error}): the changes in them, the last ones before the stop, may be missing. The restore goes on without them.`,
    ),
  );
}

type Found = Verification & { copied: number; missing: number };

async function verify(url: string, config: Config, storage: BackupStorage): Promise<Found> {
  const verification = await verifyDatabase(url);
  const needed = config.s3 === null ? verification.pictures : [];
  return { ...verification, ...(await restorePictures(storage, config.filesDir, needed)) };
}

interface Result extends Found {
  at: Date | null;
  plan: RestorePlan;
  lastTransactionAt: Date | null;
  timeline: number;
  formerFolder: string | null;
  formerWal: string | null;
}

function report(result: Result, print: (line: string) => void): boolean {
  const { at, plan, lastTransactionAt, broken } = result;
  const last = lastTransactionAt ?? new Date(plan.base.completedAt);
  print(
    `Restored to ${at === null ? "the newest state" : formatLocalSecond(at)}: the last transaction was at ${formatLocalSecond(last)} (Asia/Shanghai).`,
  );
  print(
    `All rows were read: ${result.tables} tables, ${result.rows} rows. It goes on as timeline ${result.timeline}.`,
  );
  print(`Pictures: ${result.copied} copied, ${result.missing} named by rows but in no backup.`);
  for (const line of broken?.slice(0, maxLines) ?? []) print(line);
  if (broken === null)
    print("The tables are of another version than this program: the ledgers were not checked.");
  else
    print(broken.length === 0 ? "The ledgers agree." : `The ledgers are wrong in ${broken.length} places.`);
  if (result.formerFolder !== null)
    print(`The former database is in ${result.formerFolder}: remove it when everything is in order.`);
  if (result.formerWal !== null)
    print(`WAL that could not be stored is in ${result.formerWal}: keep it while its changes are missed.`);
  print("Start the server: it makes a new base backup at once.");
  return broken === null || broken.length === 0;
}
