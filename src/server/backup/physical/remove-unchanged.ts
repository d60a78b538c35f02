import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "../../platform/embedded-postgres/processes.ts";

/** A file that is being written changes more often than that. */
const unchangedMs = 3_600_000;

/** Removes the files in a folder and its folders that `matches` chooses by name and that did not change for an hour. */
export async function removeUnchanged(folder: string, matches: (name: string) => boolean): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !matches(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    try {
      if (Date.now() - (await stat(file)).mtimeMs > unchangedMs) await rm(file, { force: true });
    } catch (error) {
      // Its writer has ended meanwhile.
      if (!hasCode(error, "ENOENT")) throw error;
    }
  }
}
