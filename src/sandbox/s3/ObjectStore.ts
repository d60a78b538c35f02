import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A stored object. */
export type StoredObject = { bytes: Buffer; type: string };

/** A row of a list of objects. */
export type ListedObject = { name: string; bytes: number; modifiedAt: Date };

const extensionByType: Record<string, string> = { "image/webp": ".webp", "image/png": ".png" };

/** Stores objects with arbitrary names in a folder, so that they survive the process. */
export class ObjectStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#pathFor(name), bytes, { mode: 0o600 });
  }

  /** Returns the object, or null when there is none with that name. */
  async get(name: string): Promise<StoredObject | null> {
    try {
      const bytes = await readFile(this.#pathFor(name));
      const type = Object.keys(extensionByType).find((mimeType) =>
        name.endsWith(extensionByType[mimeType] as string),
      );
      return { bytes, type: type ?? "application/octet-stream" };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathFor(name), { force: true });
  }

  async listNames(): Promise<string[]> {
    try {
      const files = await readdir(this.#folder);
      return files.map((file) => Buffer.from(file, "base64url").toString()).sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }

  /** Lists the objects whose names begin with `prefix`, sorted by name. */
  async list(prefix: string): Promise<ListedObject[]> {
    const names = (await this.listNames()).filter((name) => name.startsWith(prefix));
    return await Promise.all(
      names.map(async (name) => {
        const { size, mtime } = await stat(this.#pathFor(name));
        return { name, bytes: size, modifiedAt: mtime };
      }),
    );
  }

  #pathFor(name: string): string {
    return join(this.#folder, Buffer.from(name).toString("base64url"));
  }
}
