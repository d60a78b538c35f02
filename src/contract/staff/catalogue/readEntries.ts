import {
  archiveEntriesMax,
  EntryTooLongError,
  type PackedEntry,
  TooManyEntriesError,
} from "./picture-file.ts";

/** An entry as the ZIP library finds it. */
interface FoundEntry {
  filename: string;
  directory: boolean;
  encrypted: boolean;
  uncompressedSize: number;
}

/**
 * Collects the entries of a ZIP archive; `unpack` hands the unpacked bytes of one to `append`, part by part. Throws
 * TooManyEntriesError, and what the library throws for a file that is no archive.
 */
export async function readEntries<Entry extends FoundEntry>(
  found: AsyncIterable<Entry>,
  unpack: (entry: Entry, append: (part: Uint8Array) => void) => Promise<unknown>,
): Promise<PackedEntry[]> {
  const entries: PackedEntry[] = [];
  for await (const entry of found) {
    if (entries.length >= archiveEntriesMax) throw new TooManyEntriesError();
    entries.push({
      name: entry.filename,
      isDirectory: entry.directory,
      isEncrypted: entry.encrypted,
      bytes: entry.uncompressedSize,
      unpack: (maxBytes) => collectBytes((append) => unpack(entry, append), maxBytes),
    });
  }
  return entries;
}

/** Joins the parts of an entry. What an archive says of its length need not be true: throws EntryTooLongError. */
async function collectBytes(
  read: (append: (part: Uint8Array) => void) => Promise<unknown>,
  maxBytes: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  await read((part) => {
    length += part.length;
    if (length > maxBytes) throw new EntryTooLongError();
    parts.push(part);
  });
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
