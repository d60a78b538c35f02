import { constants, existsSync } from "node:fs";
import { access, mkdir, readdir, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { isCode } from "./processes.ts";

/** The data folder by its real absolute path; `untouched` when nobody has put anything into it yet. */
export type DataFolder = { path: string; untouched: boolean };

/** Makes the data folder (mode 0700) unless it exists, and refuses one that cannot be written to. */
export async function prepareDataFolder(dataDir: string): Promise<DataFolder> {
  const wanted = resolve(dataDir);
  try {
    await makeWithParents(wanted, 0o700);
    await access(wanted, constants.R_OK | constants.W_OK | constants.X_OK);
    return { path: await realpath(wanted), untouched: (await readdir(wanted)).length === 0 };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${wanted} cannot be used (${reasonOf(error)}): choose another one with DATA_DIR, or make it writable.`,
      { cause: error },
    );
  }
}

/** Node's own way asks without end where a folder that is there takes no others, as under /proc; this one gives up. */
async function makeWithParents(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (isCode(error, "EEXIST")) return;
    if (!isCode(error, "ENOENT") || existsSync(dirname(folder))) throw error;
    await makeWithParents(dirname(folder));
    await makeWithParents(folder, mode);
  }
}

function reasonOf(error: unknown): string {
  if (isCode(error, "EACCES", "EPERM")) return "no permission to write there";
  if (isCode(error, "ENOENT")) return "no folder can be made there";
  if (isCode(error, "EROFS")) return "its file system is read-only";
  if (isCode(error, "ENOTDIR", "EEXIST")) return "part of the path is a file, not a folder";
  if (isCode(error, "ENOSPC")) return "its disk is full";
  return error instanceof Error ? error.message : String(error);
}
