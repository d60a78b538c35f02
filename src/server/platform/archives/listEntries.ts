import type { FileHandle } from "node:fs/promises";
import { type Entry, Reader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import {
  archiveEntriesMax,
  EntryTooLongError,
  type PackedEntry,
  TooManyEntriesError,
} from "#contract/staff/catalogue/picture-file.ts";

/** Reads a file by parts, so that an archive of any length needs little memory. */
class HandleReader extends Reader<FileHandle> {
  readonly #handle: FileHandle;

  constructor(handle: FileHandle) {
    super(handle);
    this.#handle = handle;
  }

  override async init(): Promise<void> {
    await super.init?.();
    this.size = (await this.#handle.stat()).size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const { buffer, bytesRead } = await this.#handle.read(new Uint8Array(length), 0, length, index);
    return buffer.subarray(0, bytesRead);
  }
}

/**
 * Lists the entries of a ZIP archive; names that are no UTF-8 are read as GBK, as Windows writes them in China. Throws what the library throws for a file that is no archive, and TooManyEntriesError.
 */
export async function listEntries(source: FileHandle): Promise<PackedEntry[]> {
  const archive = new ZipReader(new HandleReader(source), {
    decodeText: decodeName,
    // Names are shown and compared, never used as paths: `sortEntries` tells which are refused.
    filenameValidation: "tolerant",
    useWebWorkers: false,
  });
  const entries: PackedEntry[] = [];
  for await (const entry of archive.getEntriesGenerator()) {
    if (entries.length >= archiveEntriesMax) throw new TooManyEntriesError();
    entries.push({
      name: entry.filename,
      isDirectory: entry.directory,
      isEncrypted: entry.encrypted,
      bytes: entry.uncompressedSize,
      unpack: (maxBytes) => unpack(entry, maxBytes),
    });
  }
  return entries;
}

/** Decodes UTF-8, as macOS and Linux write it, also without saying so; else GBK. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gbk").decode(bytes);
  }
}

async function unpack(entry: Entry, maxBytes: number): Promise<Uint8Array> {
  if (entry.directory) throw new Error("a folder cannot be unpacked");
  const chunks: Uint8Array[] = [];
  let length = 0;
  // What an archive says of an entry's length need not be true.
  const write = (chunk: Uint8Array) => {
    length += chunk.length;
    if (length > maxBytes) throw new EntryTooLongError();
    chunks.push(chunk);
  };
  await entry.getData(new WritableStream({ write }), { checkSignature: true });
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
