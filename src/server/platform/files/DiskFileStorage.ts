import { access, chmod, constants, copyFile, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../http/AppError.ts";
import { type FileExtension, type FileStorage, type StoredFile, storagePath } from "./FileStorage.ts";

/** Ending of a file that is being written. */
export const partSuffix = ".part";

function storageUnavailable(cause: unknown): AppError {
  return Object.assign(new AppError("unavailable", {}, undefined, 10), { cause });
}

function isNotFound(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

/** Stores files in a folder that only servers read; several servers need a folder that all of them reach. */
export class DiskFileStorage implements FileStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Removes the partial file of a failed write. */
  async write(id: string, bytes: Buffer, extension: FileExtension = "webp"): Promise<string> {
    return await this.#add(storagePath(id, extension), (file) =>
      writeFile(file, bytes, { flag: "wx", mode: 0o600 }),
    );
  }

  async copyFrom(id: string, localFile: string, extension: FileExtension): Promise<string> {
    return await this.#add(storagePath(id, extension), async (file) => {
      await copyFile(localFile, file, constants.COPYFILE_EXCL);
      await chmod(file, 0o600);
    });
  }

  async #add(filePath: string, fill: (file: string) => Promise<void>): Promise<string> {
    const file = path.join(this.#folder, filePath);
    // Under its name a file is complete: a backup that copies it meanwhile must not get a part of it.
    const partFile = `${file}${partSuffix}`;
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await fill(partFile);
      await rename(partFile, file);
    } catch (error) {
      await rm(partFile, { force: true }).catch(() => undefined);
      throw storageUnavailable(error);
    }
    return filePath;
  }

  async read(filePath: string): Promise<StoredFile | null> {
    try {
      const file = await open(path.join(this.#folder, filePath));
      const { size } = await file.stat();
      return { body: file.createReadStream(), bytes: size };
    } catch (error) {
      if (isNotFound(error)) return null;
      throw storageUnavailable(error);
    }
  }

  async remove(filePath: string): Promise<void> {
    await rm(path.join(this.#folder, filePath), { force: true }).catch((error: unknown) => {
      throw storageUnavailable(error);
    });
  }

  async check(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await access(this.#folder, constants.W_OK);
  }

  close(): void {}
}
