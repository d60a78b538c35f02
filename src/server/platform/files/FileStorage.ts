import type { Readable } from "node:stream";

/** File extensions of stored images, documents and archives, by their format. */
export type FileExtension = "webp" | "png" | "jpg" | "pdf" | "zip";

/** A file being read: the receiver must read `body` to its end or destroy it. */
export interface StoredFile {
  body: Readable;
  /** Length of the body. */
  bytes: number;
}

/**
 * Stores customers' files under generated names, in a location closed to other readers. All methods throw
 * AppError("unavailable") when the storage is unreachable, full or not writable.
 */
export interface FileStorage {
  /** Stores a new file and returns its path, which is the same in every storage. */
  write(id: string, bytes: Buffer, extension?: FileExtension): Promise<string>;
  /** Stores a copy of a local file, of any length, and returns its path. */
  copyFrom(id: string, localFile: string, extension: FileExtension): Promise<string>;
  /** Opens a file as a stream with backpressure; null when it does not exist. */
  read(filePath: string): Promise<StoredFile | null>;
  /** Removes a file; a missing file is no error. */
  remove(filePath: string): Promise<void>;
  /** Checks that files can be written now; throws the failure. */
  check(): Promise<void>;
  close(): void;
}

/** Returns the path of a file, in a folder as in a bucket, so that one can be copied into the other. */
export function storagePath(id: string, extension: FileExtension): string {
  return `${id.slice(0, 2)}/${id}.${extension}`;
}
