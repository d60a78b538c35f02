import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** An object of the simulated store. */
export type Stored = { bytes: Buffer; type: string };

const endings: Record<string, string> = { "image/webp": ".webp", "image/png": ".png" };

/** Objects in a folder, under names of any kind, so that they outlive the process as a real store's do. */
export class Shelf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#fileOf(name), bytes, { mode: 0o600 });
  }

  /** Null when there is none of that name. */
  async get(name: string): Promise<Stored | null> {
    try {
      const bytes = await readFile(this.#fileOf(name));
      const type = Object.keys(endings).find((one) => name.endsWith(endings[one] as string));
      return { bytes, type: type ?? "application/octet-stream" };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#fileOf(name), { force: true });
  }

  async names(): Promise<string[]> {
    try {
      const files = await readdir(this.#folder);
      return files.map((file) => Buffer.from(file, "base64url").toString()).sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }

  #fileOf(name: string): string {
    return join(this.#folder, Buffer.from(name).toString("base64url"));
  }
}
