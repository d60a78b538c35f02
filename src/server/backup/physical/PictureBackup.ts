import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "../../platform/embedded-postgres/processes.ts";
import { partSuffix } from "../../platform/files/DiskFileStorage.ts";
import type { BackupStorage } from "./BackupStorage.ts";
import { picturesPrefix } from "./base-manifest.ts";

/** Lists the pictures in a folder by their paths, which have the form `ab/abcd….webp`. */
export async function listPictures(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith(partSuffix))
      .map((entry) =>
        path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"),
      )
      .sort();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

/** Copies the pictures, which are written once and never changed, into the storage. */
export class PictureBackup {
  readonly #storage: BackupStorage;
  readonly #folder: string;
  /** Pictures known to be stored; null until they were listed. */
  #stored: Set<string> | null = null;

  constructor(storage: BackupStorage, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
  }

  /**
   * Copies those that are not stored yet; returns how many. One that is removed meanwhile is left out. An abort of
   * `signal` ends it.
   */
  async copy(signal?: AbortSignal): Promise<number> {
    // `reset` may come while it works.
    const stored = this.#stored ?? new Set(await listStoredPictures(this.#storage));
    this.#stored = stored;
    let copied = 0;
    for (const picture of await listPictures(this.#folder)) {
      signal?.throwIfAborted();
      if (stored.has(picture)) continue;
      try {
        await this.#storage.write(
          picturesPrefix + picture,
          createReadStream(path.join(this.#folder, picture)),
          signal,
        );
      } catch (error) {
        if (hasCode(error, "ENOENT")) continue;
        throw error;
      }
      stored.add(picture);
      copied += 1;
    }
    return copied;
  }

  /** Lists the stored pictures anew at the next copy. */
  reset(): void {
    this.#stored = null;
  }
}

/** Lists the stored pictures by their paths. */
async function listStoredPictures(storage: BackupStorage): Promise<string[]> {
  return (await storage.list(picturesPrefix)).map(({ name }) => name.slice(picturesPrefix.length));
}
