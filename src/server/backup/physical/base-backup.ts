import { createHash } from "node:crypto";
import { open, readdir, readFile } from "node:fs/promises";
import { endianness } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { CliError } from "../../platform/CliError.ts";
import { clusterFolder } from "../../platform/embedded-postgres/cluster.ts";
import { hasCode } from "../../platform/embedded-postgres/processes.ts";
import type { BackupStorage } from "./BackupStorage.ts";
import {
  type BaseFile,
  type BaseManifest,
  basePrefix,
  manifestFormat,
  manifestVersion,
  walPrefix,
  writeManifest,
  zip,
} from "./base-manifest.ts";
import { listPictures } from "./PictureBackup.ts";
import type { WalShipper } from "./WalShipper.ts";

/** Key of the advisory lock that one base backup at a time holds. */
const backupLock = 7_130_421;
const walWaitMs = 120_000;
const walPollMs = 200;
const copiesAtOnce = 2;
const controlFile = "global/pg_control";
const chunkBytes = 1_048_576;

/** Folders whose content a start of PostgreSQL creates anew, or which WAL files replace. */
const emptyFolders = new Set(
  "pg_dynshmem pg_notify pg_replslot pg_serial pg_snapshots pg_stat_tmp pg_subtrans pg_wal".split(" "),
);
const leftOutFiles = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|\w+\.signal)$/;
const temporaryNames = /(^|\/)(pgsql_tmp|pg_internal\.init)/;

/** What a base backup is made of and where it goes. */
export interface BaseBackupOptions {
  url: string;
  dataFolder: string;
  filesFolder: string | null;
  storage: BackupStorage;
  shipper: WalShipper;
}

/**
 * Copies the running database into the storage, by PostgreSQL's low-level backup interface. The backup is
 * complete once its manifest is stored: after all WAL files that belong to it.
 * @throws CliError when another backup runs, or the database archives no WAL
 */
export async function createBaseBackup(options: BaseBackupOptions): Promise<BaseManifest> {
  const client = new pg.Client({ connectionString: options.url, connectionTimeoutMillis: 5_000 });
  // A lost connection also rejects the query that is under way, or the next one.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(
      "set statement_timeout = 0; set idle_session_timeout = 0; set idle_in_transaction_session_timeout = 0",
    );
    await assertPossible(client);
    const manifest = await copyDatabase(client, options);
    await waitForWal(manifest, options);
    await options.storage.sync();
    await writeManifest(options.storage, manifest);
    await options.storage.sync();
    return manifest;
  } finally {
    await client.end();
  }
}

/** Reads PostgreSQL's identifier of a database from the head of its control file. */
export async function readSystemIdentifier(dataFolder: string): Promise<string> {
  const control = await readFile(path.join(clusterFolder(dataFolder), controlFile));
  return String(endianness() === "LE" ? control.readBigUInt64LE(0) : control.readBigUInt64BE(0));
}

async function assertPossible(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mode: string; locked: boolean }>(
    "select current_setting('archive_mode') as mode, pg_try_advisory_lock($1) as locked",
    [backupLock],
  );
  if (rows[0]?.mode !== "on")
    throw new CliError("The running server archives no WAL: start it with the BACKUP_ settings first.");
  if (!rows[0]?.locked) throw new CliError("Another base backup is running: wait for its end.");
}

async function copyDatabase(client: pg.Client, options: BaseBackupOptions): Promise<BaseManifest> {
  const { rows } = await client.query<{ system: string; major: number; started: Date }>(
    `select system_identifier::text as system, current_setting('server_version_num')::int / 10000 as major,
      clock_timestamp() as started from pg_control_system()`,
  );
  const { system = "", major = 0, started = new Date() } = rows[0] ?? {};
  const id = started.toISOString().replace(/[-:]|\.\d+/g, "");
  await client.query("select pg_backup_start($1, fast => true)", [`shidan ${id}`]);
  const cluster = clusterFolder(options.dataFolder);
  const { folders, files } = await listContent(cluster);
  const copied = await copyFiles(cluster, files, (file, content) =>
    options.storage.write(`${basePrefix({ system, id })}${file}.gz`, content),
  );
  const { rows: ends } = await client.query<{ lsn: string; label: string; completed: Date }>(
    `select lsn::text, labelfile as label, clock_timestamp() as completed
      from pg_backup_stop(wait_for_archive => false)`,
  );
  const { lsn = "", label = "", completed = new Date() } = ends[0] ?? {};
  const walNames = await client.query<{ name: string }>("select pg_walfile_name($1::pg_lsn - 1) as name", [
    lsn,
  ]);
  return {
    format: manifestFormat,
    version: manifestVersion,
    id,
    system,
    major,
    timeline: Number(/START TIMELINE: (\d+)/.exec(label)?.[1]),
    startedAt: started.toISOString(),
    completedAt: completed.toISOString(),
    startWal: /START WAL LOCATION: \S+ \(file (\w+)\)/.exec(label)?.[1] ?? "",
    endWal: walNames.rows[0]?.name ?? "",
    endLsn: lsn,
    label,
    folders,
    files: copied,
    pictures: options.filesFolder === null ? [] : await listPictures(options.filesFolder),
  };
}

/** Lists what a base backup has to hold, by paths inside the database's folder. */
async function listContent(cluster: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    const name = path.relative(cluster, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/");
    const [top = ""] = name.split("/");
    if (emptyFolders.has(top) && name !== top) continue;
    if (leftOutFiles.test(name) || temporaryNames.test(name)) continue;
    if (entry.isDirectory()) folders.push(name);
    else if (entry.isFile()) files.push(name);
    else throw new CliError(`${name} in ${cluster} is no ordinary file or folder: it cannot be backed up.`);
  }
  return { folders: folders.sort(), files: files.sort() };
}

async function copyFiles(
  cluster: string,
  files: string[],
  write: (file: string, content: Readable) => Promise<void>,
): Promise<BaseFile[]> {
  const copied: BaseFile[] = [];
  const pending = files.values();
  const copyPending = async () => {
    for (const name of pending) {
      const file = new LiveFile(path.join(cluster, name), name === controlFile);
      try {
        await write(name, zip(Readable.from(file.read())));
      } catch (error) {
        // A table was dropped: replaying the WAL does the same.
        if (hasCode(error, "ENOENT") && (error as NodeJS.ErrnoException).path === file.path) continue;
        throw error;
      }
      copied.push({ path: name, bytes: file.bytes, sha256: file.hash.digest("hex") });
    }
  };
  await Promise.all(Array.from({ length: copiesAtOnce }, copyPending));
  return copied.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A file that the database may be writing to; what is torn is written again from the WAL. */
class LiveFile {
  readonly path: string;
  readonly hash = createHash("sha256");
  bytes = 0;
  readonly #isControlFile: boolean;

  constructor(file: string, isControlFile: boolean) {
    this.path = file;
    this.#isControlFile = isControlFile;
  }

  /** Yields the content up to the length that the file has at the beginning. */
  async *read(): AsyncGenerator<Buffer> {
    if (this.#isControlFile) yield this.#count(await readSteadyFile(this.path));
    else yield* this.#readChunks();
  }

  async *#readChunks(): AsyncGenerator<Buffer> {
    const handle = await open(this.path);
    try {
      const { size } = await handle.stat();
      while (this.bytes < size) {
        const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size - this.bytes));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, this.bytes);
        if (bytesRead === 0) return;
        yield this.#count(buffer.subarray(0, bytesRead));
      }
    } finally {
      await handle.close();
    }
  }

  #count(chunk: Buffer): Buffer {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    return chunk;
  }
}

/** Reads a small file until two reads agree: the control file is not in the WAL, so it must not be torn. */
async function readSteadyFile(file: string): Promise<Buffer> {
  let before = await readFile(file);
  for (;;) {
    const now = await readFile(file);
    if (now.equals(before)) return now;
    before = now;
  }
}

/** Ships WAL files until those of the backup are stored. Throws CliError when the database archives none. */
async function waitForWal({ system, endWal }: BaseManifest, options: BaseBackupOptions): Promise<void> {
  const deadline = performance.now() + walWaitMs;
  for (;;) {
    await options.shipper.ship();
    if (await options.storage.exists(`${walPrefix(system)}${endWal}.gz`)) return;
    if (performance.now() > deadline)
      throw new CliError(
        `The database did not archive ${endWal} within ${walWaitMs / 1_000} s: see its log.`,
      );
    await sleep(walPollMs);
  }
}
