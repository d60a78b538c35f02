import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** Files of customers in a folder that only this server reads, under names of its own. */
export class FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a new file and answers its place in the folder. What a failed write left is removed. */
  async write(id: string, bytes: Buffer, ending: "webp" | "png" = "webp"): Promise<string> {
    const place = path.join(id.slice(0, 2), `${id}.${ending}`);
    const file = path.join(this.#folder, place);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      await writeFile(file, bytes, { flag: "wx", mode: 0o600 });
    } catch (error) {
      await this.remove(place);
      throw error;
    }
    return place;
  }

  /** The bytes of a file; null when it is gone. */
  async read(place: string): Promise<Buffer | null> {
    try {
      return await readFile(path.join(this.#folder, place));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  async remove(place: string): Promise<void> {
    await rm(path.join(this.#folder, place), { force: true });
  }
}
