import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CliError } from "../../platform/CliError.ts";
import { run } from "../../platform/embedded-postgres/processes.ts";
import type { BackupStorage, StoredObject } from "./BackupStorage.ts";
import { removeUnchanged } from "./remove-unchanged.ts";

/** Ending of files that are being written. */
const partSuffix = ".part";
/** The top of a disk may have folders of others, such as lost+found. */
const ownFolders = /^(manifests|pictures|order-history|\d+)$/;

function isNotFound(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

/** Stores backups in a folder that exists (those in it 0700, files 0600). Never creates the folder itself. */
export class FolderBackupStorage implements BackupStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get label(): string {
    return this.#folder;
  }

  async write(name: string, content: Readable, signal?: AbortSignal): Promise<void> {
    await this.#assertFolder();
    const file = path.join(this.#folder, name);
    const partFile = `${file}.${randomBytes(6).toString("hex")}${partSuffix}`;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      await pipeline(content, createWriteStream(partFile, { flags: "wx", mode: 0o600 }), { signal });
      await rename(partFile, file);
    } catch (error) {
      await rm(partFile, { force: true });
      throw error;
    }
  }

  async sync(): Promise<void> {
    // The file system of the folder; macOS ignores the arguments and syncs all.
    const { ok, stderr } = await run("sync", ["-f", this.#folder]);
    if (!ok) throw new Error(`${this.#folder} cannot be synced: ${stderr.trim()}`);
  }

  async read(name: string): Promise<Readable | null> {
    try {
      return (await open(path.join(this.#folder, name))).createReadStream();
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async exists(name: string): Promise<boolean> {
    return (await this.#modifiedAt(name)) !== null;
  }

  async list(prefix: string): Promise<StoredObject[]> {
    await this.#assertFolder();
    const names = await this.#listNames(prefix);
    const objects: StoredObject[] = [];
    for (const name of names.sort()) {
      const modifiedAt = await this.#modifiedAt(name);
      if (modifiedAt !== null) objects.push({ name, modifiedAt });
    }
    return objects;
  }

  async remove(names: string[]): Promise<void> {
    for (const name of names) await rm(path.join(this.#folder, name), { force: true });
    // A folder that still has files is left as it is.
    const folders = new Set(names.map((name) => path.dirname(path.join(this.#folder, name))));
    for (const folder of folders) await removeEmptyFolders(folder, this.#folder);
  }

  async removeLeftovers(): Promise<void> {
    await this.#assertFolder();
    for (const name of (await readdir(this.#folder)).filter((entry) => ownFolders.test(entry)))
      await removeUnchanged(path.join(this.#folder, name), (file) => file.endsWith(partSuffix));
  }

  close(): void {}

  /** Throws when the folder is away: creating it anew would write beside the disk that belongs there. */
  async #assertFolder(): Promise<void> {
    if ((await this.#modifiedAt("")) === null)
      throw new CliError(`The folder ${this.#folder} does not exist: mount its disk or create it.`);
  }

  async #modifiedAt(name: string): Promise<Date | null> {
    try {
      return (await stat(path.join(this.#folder, name))).mtime;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async #listNames(prefix: string): Promise<string[]> {
    try {
      const entries = await readdir(path.join(this.#folder, prefix), {
        recursive: true,
        withFileTypes: true,
      });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(partSuffix))
        .map((entry) =>
          path.relative(this.#folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"),
        );
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  }
}

/** Removes a folder and its parents up to `root` as far as they hold nothing but files of killed writes. */
async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let at = folder; at.startsWith(root + path.sep); at = path.dirname(at)) {
    const names = await readdir(at).catch((error: unknown) => {
      if (isNotFound(error)) return [];
      throw error;
    });
    if (names.some((name) => !name.endsWith(partSuffix))) return;
    await rm(at, { recursive: true, force: true });
  }
}
