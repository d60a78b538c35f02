import { constants, existsSync } from "node:fs";
import { access, mkdir, readdir, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { hasCode } from "./processes.ts";

/** The data folder by its real absolute path; `isEmpty` when it contains nothing yet. */
export type DataFolder = { path: string; isEmpty: boolean };

/**
 * Creates the data folder (mode 0700) unless it exists.
 * @throws EmbeddedPostgresError when it cannot be written to
 */
export async function prepareDataFolder(dataDir: string): Promise<DataFolder> {
  const folder = resolve(dataDir);
  try {
    await mkdirWithParents(folder, 0o700);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return { path: await realpath(folder), isEmpty: (await readdir(folder)).length === 0 };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${folder} cannot be used (${formatReason(error)}): choose another one with DATA_DIR, or make it writable.`,
      { cause: error },
    );
  }
}

/** Replaces Node's recursive mkdir, which never ends where an existing folder accepts no children (/proc). */
async function mkdirWithParents(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (hasCode(error, "EEXIST")) return;
    if (!hasCode(error, "ENOENT") || existsSync(dirname(folder))) throw error;
    await mkdirWithParents(dirname(folder));
    await mkdirWithParents(folder, mode);
  }
}

function formatReason(error: unknown): string {
  if (hasCode(error, "EACCES", "EPERM")) return "no permission to write there";
  if (hasCode(error, "ENOENT")) return "no folder can be made there";
  if (hasCode(error, "EROFS")) return "its file system is read-only";
  if (hasCode(error, "ENOTDIR", "EEXIST")) return "part of the path is a file, not a folder";
  if (hasCode(error, "ENOSPC")) return "its disk is full";
  return error instanceof Error ? error.message : String(error);
}
