import { createHash } from "node:crypto";
import { chown, lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";

// The kernel takes 107 bytes; mkdtemp adds 6 and the socket's own name up to 20 ("/.s.PGSQL.65535.lock").
const MAX_PREFIX_BYTES = 107 - 6 - 20;
const NOBODY = 65534;

/**
 * Creates the private folder (mode 0700) of the database's socket, short enough for a socket address, and
 * removes those left by killed runs on the same data folder. The caller must hold the data folder's lock.
 * @throws EmbeddedPostgresError when every parent's path is too long
 */
export async function createSocketFolder(
  dataFolder: string,
  owner: number | undefined,
  parents: readonly string[] = [tmpdir(), "/tmp"],
): Promise<string> {
  const prefix = `shidan-${createHash("sha256").update(dataFolder).digest("hex").slice(0, 12)}-`;
  const parent = parents.find((candidate) => Buffer.byteLength(join(candidate, prefix)) <= MAX_PREFIX_BYTES);
  if (parent === undefined) throw pathTooLongError(parents);
  await removeStale(parent, prefix);
  const folder = await mkdtemp(join(parent, prefix));
  if (owner !== undefined) await chown(folder, owner, owner);
  return folder;
}

async function removeStale(parent: string, prefix: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => removeIfOurs(join(parent, name))));
}

// The temporary folder is shared: remove only real folders of our own user.
async function removeIfOurs(path: string): Promise<void> {
  const stat = await lstat(path);
  const own = process.getuid?.();
  const ours = stat.uid === own || (own === 0 && stat.uid === NOBODY);
  if (stat.isDirectory() && ours) await rm(path, { recursive: true, force: true });
}

function pathTooLongError(parents: readonly string[]): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `No temporary folder has a path short enough for a socket (tried ${parents.join(", ")}): set TMPDIR to a shorter one.`,
  );
}
