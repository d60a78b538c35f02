// @ts-check
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const parent = "/dev/shm";
const prefix = "shidan-tests-";
/** What a run needs at most, several times over. */
const minBytes = { folder: 2 ** 31, machine: 2 ** 32 };

/**
 * Creates a folder for temporary files in memory, where a database is created in a tenth of the time that a disk takes;
 * returns null where the system has none, or has too little room in it.
 */
export function createMemoryFolder() {
  if (!existsSync(parent)) return null;
  removeAbandonedFolders();
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < minBytes.folder || freemem() < minBytes.machine) return null;
  const folder = join(parent, `${prefix}${process.pid}`);
  mkdirSync(folder);
  // As in the system's own temporary folder, databases run by another user reach theirs.
  chmodSync(folder, 0o711);
  return folder;
}

/** Removes the folders of runs that were interrupted. */
function removeAbandonedFolders() {
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix) && !existsSync(`/proc/${name.slice(prefix.length)}`))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}
