import { randomBytes } from "node:crypto";
import { chown, lstat, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { assertRequiredFiles } from "./integrity.ts";
import type { Runner } from "./privileges.ts";
import { hasCode, run } from "./processes.ts";

const NEW_CLUSTER_PREFIX = "postgres-new-";
/** Folders of a restore in progress: `npm run restore` works in one and moves it into place at its end. */
export const RESTORE_PREFIX = "postgres-restore-";
const BUILTIN_LOCALES_SINCE = 17;

/** The role that owns everything in the embedded database. */
export const DATABASE_USER = "shidan";

/** Returns the folder of the database's files inside the data folder. */
export function clusterFolder(dataFolder: string): string {
  return join(dataFolder, "postgres");
}

/**
 * Ensures that a complete cluster exists in the data folder and belongs to the user who will run it; an
 * interrupted first start leaves nothing behind. The caller must hold the data folder's lock.
 */
export async function ensureCluster(
  dataFolder: string,
  binaries: Binaries,
  runner: Runner,
  durable: boolean,
): Promise<string> {
  const cluster = clusterFolder(dataFolder);
  await removeIncomplete(dataFolder);
  await assertRequiredFiles(cluster);
  const existingVersion = await readVersion(cluster);
  if (existingVersion === undefined) {
    await assertNoInterruptedRestore(dataFolder);
    await initialize(dataFolder, binaries, runner, durable);
  } else if (existingVersion !== String(runner.major))
    throw versionMismatchError(cluster, existingVersion, binaries, runner);
  await ensureOwner(cluster, runner.owner);
  return cluster;
}

async function initialize(
  dataFolder: string,
  binaries: Binaries,
  runner: Runner,
  durable: boolean,
): Promise<void> {
  const fresh = join(dataFolder, `${NEW_CLUSTER_PREFIX}${process.pid}-${randomBytes(4).toString("hex")}`);
  await mkdir(fresh, { mode: 0o700 });
  if (runner.owner !== undefined) await chown(fresh, runner.owner, runner.owner);
  const command = [...runner.prefix, binaries.initdb, ...initdbFlags(fresh, runner.major, durable)];
  const { ok, stderr } = await run(command[0] ?? binaries.initdb, command.slice(1));
  if (!ok) {
    await rm(fresh, { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      `The database could not be created in ${dataFolder}: ${lastLine(stderr)}`,
      { mayPass: true },
    );
  }
  await rename(fresh, clusterFolder(dataFolder));
  await syncFolder(dataFolder);
}

function initdbFlags(fresh: string, major: number, durable: boolean): string[] {
  return [
    `--pgdata=${fresh}`,
    `--username=${DATABASE_USER}`,
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    ...(major >= BUILTIN_LOCALES_SINCE ? ["--locale-provider=builtin"] : []),
    "--data-checksums",
    ...(durable ? [] : ["--no-sync"]),
  ];
}

async function removeIncomplete(dataFolder: string): Promise<void> {
  const names = (await readdir(dataFolder)).filter((name) => name.startsWith(NEW_CLUSTER_PREFIX));
  // An initdb whose parent was killed a moment ago may still be cleaning up in there itself.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };
  await Promise.all(names.map((name) => rm(join(dataFolder, name), options)));
}

/** Refuses to create a new, empty database where a restore was killed: its operator expects the old data. */
async function assertNoInterruptedRestore(dataFolder: string): Promise<void> {
  const name = (await readdir(dataFolder)).find((entry) => entry.startsWith(RESTORE_PREFIX));
  if (name !== undefined)
    throw new EmbeddedPostgresError(
      `A restore into ${dataFolder} was interrupted (${name}): run npm run restore again, which begins anew.`,
    );
}

async function readVersion(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    if (hasCode(error, "EACCES")) throw foreignOwnerError(cluster, error);
    throw error;
  }
}

async function ensureOwner(cluster: string, owner: number | undefined): Promise<void> {
  const wanted = owner ?? process.getuid?.();
  if ((await lstat(cluster)).uid === wanted) return;
  if (owner === undefined) throw foreignOwnerError(cluster);
  const { ok, stderr } = await run("chown", ["-R", "-h", `${owner}:${owner}`, cluster]);
  if (!ok)
    throw new EmbeddedPostgresError(
      `The database folder ${cluster} cannot change its owner: ${stderr.trim()}`,
    );
}

/** Syncs a folder: a rename is durable only once its parent folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function lastLine(text: string): string {
  const lines = text.trim().split("\n");
  return lines.findLast((line) => /error|fatal|could not/i.test(line)) ?? lines.at(-1) ?? "";
}

function foreignOwnerError(cluster: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database folder ${cluster} belongs to another user: start the server as that user, or choose another folder with DATA_DIR.`,
    { cause },
  );
}

function versionMismatchError(
  cluster: string,
  existingVersion: string,
  binaries: Binaries,
  runner: Runner,
): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${cluster} was made by PostgreSQL ${existingVersion}, but the programs in ${binaries.folder} are version ${runner.major}: use the same version, or choose another folder with DATA_DIR.`,
  );
}
