import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { CliError } from "../../platform/CliError.ts";
import { clusterFolder } from "../../platform/embedded-postgres/cluster.ts";
import { EmbeddedPostgresError } from "../../platform/embedded-postgres/EmbeddedPostgresError.ts";
import { startEmbeddedPostgres } from "../../platform/embedded-postgres/start-embedded-postgres.ts";
import { formatLocalSecond } from "../../platform/time/local-time.ts";
import type { RestorePlan } from "./restore-plan.ts";
import { parseHistory, parseHistoryName, parseSegment, segmentNumberAt } from "./wal-files.ts";

/** What replaying the WAL led to. */
export interface Recovered {
  /** Time of the last transaction; null if the WAL had none after the base backup. */
  lastTransactionAt: Date | null;
  /** The timeline on which the restored database goes on. */
  timeline: number;
}

/** A restored base backup and how far its WAL is replayed. */
export interface RecoveryOptions {
  /** Data folder of the restored database, with the WAL files in its folder `downloadedWal`. */
  folder: string;
  downloadedWal: string;
  plan: RestorePlan;
  at: Date | null;
  binDir: string | undefined;
  verify(url: string): Promise<void>;
}

/**
 * Starts PostgreSQL over the restored files, which replays the WAL up to the target, verifies the database and
 * stops it cleanly.
 * @throws CliError when the target or the end of the WAL is not reached
 */
export async function recover(options: RecoveryOptions): Promise<Recovered> {
  const { folder, plan, at, binDir } = options;
  const lines: string[] = [];
  const database = await startEmbeddedPostgres({
    dataDir: folder,
    binDir,
    archivesWal: true,
    settings: recoverySettings(options),
    log: (line) => lines.push(line),
  }).catch((error: unknown) => {
    throw toRecoveryError(error, lines, options);
  });
  try {
    await options.verify(database.url);
  } finally {
    await database.stop();
  }
  const { timeline, forkSegment } = await readNewTimeline(clusterFolder(folder));
  const reached = parseSegment(plan.lastSegment)?.number ?? 0n;
  if (at === null && forkSegment < reached)
    throw new CliError(
      `The WAL could be replayed only to a part: the file before ${plan.lastSegment} that follows it is damaged. Say --at with an earlier time.`,
    );
  return { lastTransactionAt: readLastTransaction(lines), timeline };
}

function recoverySettings({ downloadedWal, plan, at }: RecoveryOptions): Record<string, string> {
  const file = `../${downloadedWal}/%f.gz`;
  return {
    restore_command: `test -f ${file} && gunzip -c ${file} > %p`,
    recovery_target_timeline: String(plan.timeline),
    recovery_target_action: "promote",
    ...(at !== null && { recovery_target_time: at.toISOString().replace("T", " ").replace("Z", "+00") }),
    hot_standby: "off",
  };
}

function toRecoveryError(error: unknown, lines: string[], { at, plan }: RecoveryOptions): unknown {
  if (!(error instanceof EmbeddedPostgresError) || at === null) return error;
  if (!lines.some((line) => line.includes("recovery ended before configured recovery target was reached")))
    return error;
  const last = readLastTransaction(lines);
  const end = last === null ? "with the base backup" : `at ${formatLocalSecond(last)}`;
  const reason =
    plan.missing === null ? "leave --at out for the newest state" : `the WAL file ${plan.missing} is missing`;
  return new CliError(`The backup ends ${end}, before ${formatLocalSecond(at)}: ${reason}.`);
}

/** Returns the time of the last transaction, as PostgreSQL logs it at the end of a recovery. */
export function readLastTransaction(lines: readonly string[]): Date | null {
  const found = lines
    .map((line) => /last completed transaction was at log time (\S+ \S+?)(?:\+00)?$/.exec(line)?.[1])
    .findLast((time) => time !== undefined);
  return found === undefined ? null : new Date(`${found.replace(" ", "T")}Z`);
}

/** Reads the timeline that the recovery began, and the segment in which it left the former one. */
async function readNewTimeline(cluster: string): Promise<{ timeline: number; forkSegment: bigint }> {
  const names = await readdir(path.join(cluster, "pg_wal"));
  const timeline = Math.max(...names.map((name) => parseHistoryName(name) ?? 0));
  const history = names.find((name) => parseHistoryName(name) === timeline);
  if (history === undefined) throw new Error("the recovery began no timeline");
  const forks = parseHistory(await readFile(path.join(cluster, "pg_wal", history), "utf8"));
  return { timeline, forkSegment: segmentNumberAt(forks.at(-1)?.lsn ?? 0n) };
}
