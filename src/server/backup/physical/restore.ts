import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { chown, lstat, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { CliError } from "../../platform/CliError.ts";
import { clusterFolder, RESTORE_PREFIX, syncFolder } from "../../platform/embedded-postgres/cluster.ts";
import { run } from "../../platform/embedded-postgres/processes.ts";
import { listArchivedWal, walFolder } from "../../platform/embedded-postgres/wal-archive.ts";
import type { BackupStorage } from "./BackupStorage.ts";
import { type BaseFile, type BaseManifest, basePrefix, unzip, walPrefix } from "./base-manifest.ts";
import { forEachAtOnce } from "./for-each-at-once.ts";
import { type Recovered, recover } from "./recovery.ts";
import type { RestorePlan } from "./restore-plan.ts";

const downloadsAtOnce = 4;
/** Folder of the downloaded WAL files, beside the database that is being restored. */
const downloadedWal = "wal";

/** What is restored and where. */
export interface RestoreOptions {
  storage: BackupStorage;
  plan: RestorePlan;
  at: Date | null;
  /** The data folder by its real path, which the caller has locked. */
  dataFolder: string;
  binDir: string | undefined;
  /** Checks the restored database while it runs; rejects to give it up. */
  verify(url: string): Promise<void>;
}

/** A database that was put into place. */
export interface Restored extends Recovered {
  /** Folder to which the former database was moved; null if there was none. */
  formerFolder: string | null;
  /** Folder to which the WAL was moved that could not be stored; null if there was none. */
  formerWal: string | null;
}

/**
 * Restores the database beside the data folder's own one, verifies it and then takes the other's place, which
 * is moved aside. On failure the data folder stays as it was.
 * @throws CliError
 */
export async function restoreDatabase(options: RestoreOptions): Promise<Restored> {
  const { storage, plan, dataFolder } = options;
  await removeInterrupted(dataFolder);
  const folder = await mkdtemp(path.join(dataFolder, RESTORE_PREFIX));
  try {
    const cluster = clusterFolder(folder);
    await downloadBase(storage, plan.base, cluster);
    await downloadWal(options, path.join(folder, downloadedWal));
    await writeFile(path.join(cluster, "backup_label"), plan.base.label, { mode: 0o600 });
    await writeFile(path.join(cluster, "recovery.signal"), "", { mode: 0o600 });
    await takeOwner(folder, dataFolder);
    const recovered = await recover({ ...options, folder, downloadedWal });
    return { ...recovered, ...(await putIntoPlace(folder, dataFolder)) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function removeInterrupted(dataFolder: string): Promise<void> {
  const names = (await readdir(dataFolder)).filter((name) => name.startsWith(RESTORE_PREFIX));
  for (const name of names) await rm(path.join(dataFolder, name), { recursive: true, force: true });
}

async function downloadBase(storage: BackupStorage, base: BaseManifest, cluster: string): Promise<void> {
  await mkdir(cluster, { mode: 0o700 });
  for (const name of base.folders) await mkdir(path.join(cluster, name), { mode: 0o700 });
  await forEachAtOnce(base.files, { count: downloadsAtOnce }, async (file) => {
    const target = path.join(cluster, file.path);
    await downloadFile(storage, `${basePrefix(base)}${file.path}.gz`, { ...file, target });
  });
}

async function downloadFile(
  storage: BackupStorage,
  name: string,
  { target, bytes, sha256 }: BaseFile & { target: string },
): Promise<void> {
  const source = await storage.read(name);
  if (source === null) throw new CliError(`The backup is damaged: ${name} is missing in ${storage.label}.`);
  const hash = createHash("sha256");
  let length = 0;
  const count = async function* (content: AsyncIterable<Buffer>) {
    for await (const chunk of content) {
      hash.update(chunk);
      length += chunk.length;
      yield chunk;
    }
  };
  const damaged = new CliError(`The backup is damaged: ${name} in ${storage.label} is not what was written.`);
  try {
    await pipeline(unzip(source), count, createWriteStream(target, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    // zlib's own codes, for content that is no gzip file or ends too early.
    if (String((error as NodeJS.ErrnoException).code).startsWith("Z_")) throw damaged;
    throw error;
  }
  if (length !== bytes || hash.digest("hex") !== sha256) throw damaged;
}

async function downloadWal({ storage, plan }: RestoreOptions, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await forEachAtOnce(plan.wal, { count: downloadsAtOnce }, async (name) => {
    const source = await storage.read(`${walPrefix(plan.base.system)}${name}.gz`);
    if (source === null)
      throw new CliError(`The WAL file ${name} has just disappeared from ${storage.label}.`);
    await pipeline(source, createWriteStream(path.join(folder, `${name}.gz`), { mode: 0o600 }));
  });
}

/** Gives the folder to the owner of the data folder, as whom the database runs. */
async function takeOwner(folder: string, dataFolder: string): Promise<void> {
  const { uid, gid } = await lstat(dataFolder);
  if ((await lstat(folder)).uid === uid) return;
  await chown(folder, uid, gid);
  const { ok, stderr } = await run("chown", ["-R", "-h", `${uid}:${gid}`, folder]);
  if (!ok) throw new CliError(`The restored files cannot be given to their owner: ${stderr.trim()}`);
}

/** Moves the former database and its WAL aside and the restored one to its place. */
async function putIntoPlace(
  folder: string,
  dataFolder: string,
): Promise<Pick<Restored, "formerFolder" | "formerWal">> {
  const target = clusterFolder(dataFolder);
  const suffix = `-before-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
  const formerFolder = existsSync(target) ? target + suffix : null;
  if (formerFolder !== null) await rename(target, formerFolder);
  await rename(clusterFolder(folder), target);
  await syncFolder(dataFolder);
  const wal = walFolder(dataFolder);
  // It is not the restored database's: its names may be the same, its content is not.
  const formerWal = (await listArchivedWal(dataFolder)).length > 0 ? wal + suffix : null;
  if (formerWal !== null) await rename(wal, formerWal);
  await moveArchivedWal(folder, dataFolder);
  await rm(folder, { recursive: true, force: true });
  return { formerFolder, formerWal };
}

/** Moves what the restored database archived, the history of its new timeline above all, to where servers look. */
async function moveArchivedWal(folder: string, dataFolder: string): Promise<void> {
  await mkdir(walFolder(dataFolder), { recursive: true, mode: 0o700 });
  for (const name of await listArchivedWal(folder))
    await rename(path.join(walFolder(folder), name), path.join(walFolder(dataFolder), name));
}
