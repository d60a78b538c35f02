import type { Readable } from "node:stream";

/** How pictures end, by what they are. */
export type FileExtension = "webp" | "png";

/** A file on its way out: whoever got it reads it to its end or destroys it. */
export interface StoredFile {
  body: Readable;
  /** How many bytes will come. */
  bytes: number;
}

/**
 * Keeps files of customers under names of ours; nobody else reads where they are. All throw AppError("unavailable") when
 * the place is away, full or closed to us.
 */
export interface FileStorage {
  /** Keeps a new file and answers its place, which is the same in every store. */
  write(id: string, bytes: Buffer, extension?: FileExtension): Promise<string>;
  /** A file as a stream that is read no faster than it is taken; null when it is gone. */
  read(filePath: string): Promise<StoredFile | null>;
  /** Removes a file; one that is gone is fine. */
  remove(filePath: string): Promise<void>;
  /** Whether files can be kept now; throws what is wrong. */
  check(): Promise<void>;
  close(): void;
}

/** Where a file of that name lies, in a folder as in a bucket, so that one can be copied into the other. */
export function storagePath(id: string, extension: FileExtension): string {
  return `${id.slice(0, 2)}/${id}.${extension}`;
}
