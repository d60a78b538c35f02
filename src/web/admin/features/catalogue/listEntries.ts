import { BlobReader, type Entry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import type { PackedEntry } from "#contract/staff/catalogue/picture-file.ts";
import { readEntries } from "#contract/staff/catalogue/readEntries.ts";

/**
 * Lists the entries of a ZIP archive; names that are no UTF-8 are read as GBK, as Windows writes them in China. Throws
 * the errors of `readEntries`.
 */
export async function listEntries(source: Blob): Promise<PackedEntry[]> {
  const archive = new ZipReader(new BlobReader(source), {
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
