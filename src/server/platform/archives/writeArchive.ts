import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";

/** A file of an archive. */
export interface ArchiveFile {
  name: string;
  body: Readable;
}

/**
 * Writes files into a ZIP archive while it is read, one after the other and without compressing them: pictures are
 * compressed already. The stream fails if a file does.
 */
export function writeArchive(files: AsyncIterable<ArchiveFile>): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const archive = new ZipWriter(writable, { level: 0, useWebWorkers: false });
  let current: Readable | undefined;
  const write = async () => {
    for await (const { name, body } of files) {
      current = body;
      await archive.add(name, Readable.toWeb(body) as ReadableStream);
    }
    await archive.close();
  };
  const stream = Readable.fromWeb(readable as WebStream);
  // The reader may end early.
  stream.once("close", () => current?.destroy());
  write().catch((error: Error) => stream.destroy(error));
  return stream;
}
