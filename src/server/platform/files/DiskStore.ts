import { access, constants, mkdir, open, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../AppError.ts";
import { type FileEnding, type FileStore, placeOf, type StoredFile } from "./FileStore.ts";

function away(cause: unknown): AppError {
  return Object.assign(new AppError("unavailable", {}, undefined, 10), { cause });
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

/** Files in a folder that only servers read; several servers need one that all of them reach. */
export class DiskStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What a failed write left is removed. */
  async write(id: string, bytes: Buffer, ending: FileEnding = "webp"): Promise<string> {
    const place = placeOf(id, ending);
    const file = path.join(this.#folder, place);
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(file, bytes, { flag: "wx", mode: 0o600 });
    } catch (error) {
      await rm(file, { force: true }).catch(() => undefined);
      throw away(error);
    }
    return place;
  }

  async read(place: string): Promise<StoredFile | null> {
    try {
      const file = await open(path.join(this.#folder, place));
      const { size } = await file.stat();
      return { body: file.createReadStream(), bytes: size };
    } catch (error) {
      if (isGone(error)) return null;
      throw away(error);
    }
  }

  async remove(place: string): Promise<void> {
    await rm(path.join(this.#folder, place), { force: true }).catch((error: unknown) => {
      throw away(error);
    });
  }

  async check(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await access(this.#folder, constants.W_OK);
  }

  close(): void {}
}
