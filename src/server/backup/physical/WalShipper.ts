import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { hasCode } from "../../platform/embedded-postgres/processes.ts";
import { listArchivedWal, walFolder } from "../../platform/embedded-postgres/wal-archive.ts";
import type { BackupStorage } from "./BackupStorage.ts";
import { unzip, walPrefix, zip } from "./base-manifest.ts";

/** Content that differs from a file of the same name: two databases write into one place. */
export class WalConflictError extends Error {}

/**
 * Moves the WAL files that the database has put beside its folder into the storage. Several processes may do
 * so at once.
 */
export class WalShipper {
  readonly #storage: BackupStorage;
  readonly #dataFolder: string;
  readonly #system: string;

  constructor(storage: BackupStorage, dataFolder: string, system: string) {
    this.#storage = storage;
    this.#dataFolder = dataFolder;
    this.#system = system;
  }

  /**
   * Stores all files, oldest first, and removes each once it is stored; returns their names. A failure, or an
   * abort of `signal`, leaves the rest for the next call.
   * @throws WalConflictError
   */
  async ship(signal?: AbortSignal): Promise<string[]> {
    const names = await listArchivedWal(this.#dataFolder);
    for (const name of names) {
      signal?.throwIfAborted();
      await this.#shipFile(name, signal);
    }
    return names;
  }

  async #shipFile(name: string, signal: AbortSignal | undefined): Promise<void> {
    const file = path.join(walFolder(this.#dataFolder), name);
    const object = `${walPrefix(this.#system)}${name}.gz`;
    try {
      const stored = await this.#storage.read(object);
      if (stored === null) await this.#storage.write(object, zip(createReadStream(file)), signal);
      else if ((await digest(unzip(stored))) !== (await digest(createReadStream(file))))
        throw new WalConflictError(
          `${object} in ${this.#storage.label} is of another database with the same identifier: give each a place of its own`,
        );
      await this.#storage.sync();
      await rm(file, { force: true });
    } catch (error) {
      // Another process stored and removed it meanwhile.
      if (!hasCode(error, "ENOENT") || !isPath(error, file)) throw error;
    }
  }
}

function isPath(error: unknown, file: string): boolean {
  return (error as NodeJS.ErrnoException).path === file;
}

async function digest(content: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
