import type { FileHandle } from "node:fs/promises";
import { type Entry, Reader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import type { PackedEntry } from "#contract/staff/catalogue/picture-file.ts";
import { readEntries } from "#contract/staff/catalogue/readEntries.ts";

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
 * Lists the entries of a ZIP archive; names that are no UTF-8 are read as GBK, as Windows writes them in China. Throws
 * the errors of `readEntries`.
 */
export async function listEntries(source: FileHandle): Promise<PackedEntry[]> {
  const archive = new ZipReader(new HandleReader(source), {
    decodeText: decodeName,
    // Names are shown and compared, never used as paths: `sortEntries` tells which are refused.
    filenameValidation: "tolerant",
    useWebWorkers: false,
  });
  return await readEntries(archive.getEntriesGenerator(), unpack);
}

/** Decodes UTF-8, as macOS and Linux write it, also without saying so; else GBK. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gbk").decode(bytes);
  }
}

async function unpack(entry: Entry, append: (part: Uint8Array) => void): Promise<void> {
  if (entry.directory) throw new Error("a folder cannot be unpacked");
  await entry.getData(new WritableStream({ write: append }), { checkSignature: true });
}
