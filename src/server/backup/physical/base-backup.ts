import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { CliError } from "../../platform/CliError.ts";
import { clusterFolder } from "../../platform/embedded-postgres/cluster.ts";
import type { BackupStorage } from "./BackupStorage.ts";
import { withBackupLock } from "./backup-lock.ts";
import {
  type BaseManifest,
  type BaseRef,
  basePrefix,
  manifestFormat,
  manifestObject,
  manifestVersion,
  toBaseId,
  walPrefix,
  writeManifest,
} from "./base-manifest.ts";
import { controlFile, copyFiles, listContent } from "./live-files.ts";
import { listPictures } from "./PictureBackup.ts";
import { removeIncomplete } from "./retention.ts";
import type { WalShipper } from "./WalShipper.ts";
import { readIdentifier } from "./wal-files.ts";

const walWaitMs = 120_000;
const walPollMs = 200;

/** What a base backup is made of and where it goes. */
export interface BaseBackupOptions {
  url: string;
  dataFolder: string;
  filesFolder: string | null;
  storage: BackupStorage;
  shipper: WalShipper;
  /** Ends the backup at once. */
  signal?: AbortSignal | undefined;
  /** Is told what does not make the backup fail. */
  warn: (line: string) => void;
}

/**
 * Copies the running database into the storage, by PostgreSQL's low-level backup interface. The backup is
 * complete once its manifest is stored: after all WAL files that belong to it. One that fails removes its files; one
 * that was aborted leaves them to the next.
 * @throws CliError when another process backs up, or the database archives no WAL
 */
export async function createBaseBackup(options: BaseBackupOptions): Promise<BaseManifest> {
  const { storage, signal, warn } = options;
  return await withBackupLock(options, async (client) => {
    const base = await beginBase(client);
    await removeIncomplete(storage, base);
    try {
      const manifest = await copyDatabase(client, base, options);
      await waitForWal(manifest, options);
      await storage.sync();
      await writeManifest(storage, manifest);
      await storage.sync();
      return manifest;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      await removeBase(storage, base).catch((err: unknown) =>
        warn(`The files of the failed base backup ${base.id} are left in ${storage.label}: ${err}`),
      );
      throw error;
    }
  });
}

async function removeBase(storage: BackupStorage, base: BaseRef): Promise<void> {
  // The manifest goes first: a backup that has begun to disappear is not complete.
  await storage.remove([manifestObject(base)]);
  await storage.remove((await storage.list(basePrefix(base))).map(({ name }) => name));
}

/** Reads PostgreSQL's identifier of a database from the head of its control file. */
export async function readSystemIdentifier(dataFolder: string): Promise<string> {
  const control = await readFile(path.join(clusterFolder(dataFolder), controlFile));
  return readIdentifier(control, 0);
}

interface BegunBase extends BaseRef {
  major: number;
  startedAt: Date;
}

async function beginBase(client: pg.Client): Promise<BegunBase> {
  const { rows } = await client.query<{ mode: string; system: string; major: number; started: Date }>(
    `select current_setting('archive_mode') as mode, system_identifier::text as system,
      current_setting('server_version_num')::int / 10000 as major, clock_timestamp() as started
      from pg_control_system()`,
  );
  const { mode, system = "", major = 0, started = new Date() } = rows[0] ?? {};
  if (mode !== "on")
    throw new CliError("The running server archives no WAL: start it with the BACKUP_ settings first.");
  return { system, major, startedAt: started, id: toBaseId(started) };
}

async function copyDatabase(
  client: pg.Client,
  { id, system, major, startedAt }: BegunBase,
  options: BaseBackupOptions,
): Promise<BaseManifest> {
  await client.query("select pg_backup_start($1, fast => true)", [`shidan ${id}`]);
  const cluster = clusterFolder(options.dataFolder);
  const { folders, files } = await listContent(cluster);
  const copied = await copyFiles(cluster, { files, signal: options.signal }, (file, content, signal) =>
    options.storage.write(`${basePrefix({ system, id })}${file}.gz`, content, signal),
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
    startedAt: startedAt.toISOString(),
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

/** Ships WAL files until those of the backup are stored. Throws CliError when the database archives none. */
async function waitForWal({ system, endWal }: BaseManifest, options: BaseBackupOptions): Promise<void> {
  const deadline = performance.now() + walWaitMs;
  for (;;) {
    await options.shipper.ship(options.signal);
    if (await options.storage.exists(`${walPrefix(system)}${endWal}.gz`)) return;
    if (performance.now() > deadline)
      throw new CliError(
        `The database did not archive ${endWal} within ${walWaitMs / 1_000} s: see its log.`,
      );
    await sleep(walPollMs, undefined, { signal: options.signal });
  }
}
