import { rm } from "node:fs/promises";
import { locateBinaries } from "./binaries.ts";
import { clusterFolder, DATABASE_USER, ensureCluster } from "./cluster.ts";
import { type DataFolder, prepareDataFolder } from "./data-folder.ts";
import { assertNoMissingFiles } from "./integrity.ts";
import { lockDataFolder, type Release } from "./lock.ts";
import { clearOrphan } from "./orphan.ts";
import { type Exit, type Postmaster, startPostmaster } from "./postmaster.ts";
import { chooseRunner } from "./privileges.ts";
import { run } from "./processes.ts";
import { createSocketFolder } from "./socket-folder.ts";
import { archiveSettings, createWalFolder } from "./wal-archive.ts";

const DEFAULT_MAX_CONNECTIONS = 40;

/** Options of startEmbeddedPostgres. */
export type EmbeddedPostgresOptions = {
  /** The server's data folder; the database takes the folder `postgres` inside it. */
  dataDir: string;
  /** Folder of an installed PostgreSQL's programs (15 or newer); default: those from npm. */
  binDir?: string | undefined;
  maxConnections?: number | undefined;
  /** Whether finished WAL files are copied into `walFolder`, for backups that restore to any time. */
  archivesWal?: boolean | undefined;
  /** Further server settings, which override ours; tests pass `fsync: "off"`. */
  settings?: Readonly<Record<string, string>> | undefined;
  /** Receives every line that the database prints. */
  log: (line: string) => void;
};

type ServerSettings = Record<string, string> & { fsync: string; port: string };

/** A running embedded database. */
export type EmbeddedPostgres = {
  /** URL for `pg`, through a socket that only this user (and root) can reach. */
  url: string;
  socketDir: string;
  pid: number;
  /** Calls back once when the database ends without `stop` having been called. */
  onExit: (listener: (exit: Exit) => void) => void;
  /** Stops the database cleanly and releases the data folder; safe to call again. */
  stop: () => Promise<void>;
};

/**
 * Starts PostgreSQL over the data folder as a child of this process and resolves when it accepts connections.
 * @throws EmbeddedPostgresError with one sentence for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = await prepareDataFolder(options.dataDir);
  const release = await lockDataFolder(folder.path);
  try {
    return await startLocked(options, folder, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function startLocked(
  options: EmbeddedPostgresOptions,
  folder: DataFolder,
  release: Release,
): Promise<EmbeddedPostgres> {
  const settings = serverSettings(options);
  const binaries = await locateBinaries(options.binDir);
  await clearOrphan(clusterFolder(folder.path), options.log);
  const runner = await chooseRunner(binaries, folder, { isRoot: process.getuid?.() === 0, run });
  const cluster = await ensureCluster(folder.path, binaries, runner, settings.fsync !== "off");
  if (options.archivesWal) await createWalFolder(folder.path, runner.owner);
  const socketDir = await createSocketFolder(folder.path, runner.owner);
  const clear = () => rm(socketDir, { recursive: true, force: true });
  const flags = Object.entries({ ...settings, unix_socket_directories: socketDir });
  const command = [...runner.prefix, binaries.postgres, "-D", cluster];
  try {
    const postmaster = await startPostmaster([...command, ...flags.flatMap(toFlag)], options.log);
    const url = connectionUrl(socketDir, settings.port);
    await assertNoMissingFiles(url, cluster).catch(async (error: unknown) => {
      await postmaster.stop();
      throw error;
    });
    return toHandle(postmaster, { socketDir, url }, async () => {
      await clear();
      await release();
    });
  } catch (error) {
    await clear();
    throw error;
  }
}

function serverSettings({ maxConnections, archivesWal, settings }: EmbeddedPostgresOptions): ServerSettings {
  return {
    fsync: "on",
    listen_addresses: "",
    port: "5432",
    unix_socket_permissions: "0700",
    max_connections: String(maxConnections ?? DEFAULT_MAX_CONNECTIONS),
    shared_buffers: "64MB",
    // Where the orders are divided by month, a list locks all months with their indexes.
    max_locks_per_transaction: "512",
    timezone: "UTC",
    log_timezone: "UTC",
    // After a kill the file system is synced once as a whole, not once for each of a thousand files.
    ...(process.platform === "linux" && { recovery_init_sync_method: "syncfs" }),
    lock_timeout: "3s",
    statement_timeout: "10s",
    idle_in_transaction_session_timeout: "15s",
    // A failed statement and its values may hold personal data; the caller gets them, the log does not.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    ...(archivesWal && archiveSettings),
    ...settings,
  };
}

function toFlag([name, value]: [string, string]): string[] {
  return ["-c", `${name}=${value}`];
}

function connectionUrl(socketDir: string, port: string): string {
  return `postgres://${DATABASE_USER}@localhost:${port}/postgres?host=${encodeURIComponent(socketDir)}`;
}

function toHandle(
  postmaster: Postmaster,
  address: Pick<EmbeddedPostgres, "socketDir" | "url">,
  clear: () => Promise<void>,
): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await postmaster.stop();
    await clear();
  };
  return {
    ...address,
    pid: postmaster.pid,
    onExit: (listener) => {
      postmaster.exited.then((exit) => {
        if (stopped === undefined) listener(exit);
      });
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
