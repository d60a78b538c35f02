import { chown, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "./processes.ts";

/** Longest time in s until a WAL file with changes in it is archived, full or not. */
export const archiveTimeoutS = 120;

const folderName = "wal-archive";
const partSuffix = ".part";

/** Returns the folder into which the database copies finished WAL files, beside its own folder. */
export function walFolder(dataFolder: string): string {
  return join(dataFolder, folderName);
}

/**
 * Settings that make the database archive its WAL. The command runs in the database's folder and knows no
 * settings or secrets: the server moves the files on from there. A file appears under its name only when it
 * is complete and synced (`sync` without arguments, on macOS, syncs all).
 */
export const archiveSettings: Readonly<Record<string, string>> = {
  archive_mode: "on",
  archive_timeout: `${archiveTimeoutS}s`,
  archive_command: [
    `cp %p ../${folderName}/%f${partSuffix}`,
    `sync ../${folderName}/%f${partSuffix}`,
    `mv ../${folderName}/%f${partSuffix} ../${folderName}/%f`,
    `sync ../${folderName}`,
  ].join(" && "),
};

/** Creates the folder (mode 0700) for the user who runs the database. */
export async function createWalFolder(dataFolder: string, owner: number | undefined): Promise<void> {
  const folder = walFolder(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner !== undefined) await chown(folder, owner, owner);
}

/** Lists the complete files in the folder, oldest first; none when the folder does not exist. */
export async function listArchivedWal(dataFolder: string): Promise<string[]> {
  try {
    const names = await readdir(walFolder(dataFolder));
    return names.filter((name) => !name.endsWith(partSuffix)).sort();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}
