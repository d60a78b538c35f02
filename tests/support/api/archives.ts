import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { blankImage } from "./forms.ts";

/** Packs files into a ZIP archive, in their order; `password` encrypts them. */
export async function packArchive(files: Record<string, Uint8Array>, password?: string): Promise<Buffer> {
  const archive = new ZipWriter(new Uint8ArrayWriter(), {
    useWebWorkers: false,
    useUnicodeFileNames: false,
    ...(password !== undefined && { password, zipCrypto: true }),
  });
  for (const [name, bytes] of Object.entries(files))
    await archive.add(name, name.endsWith("/") ? undefined : new Uint8ArrayReader(bytes), {
      directory: name.endsWith("/"),
    });
  return Buffer.from(await archive.close());
}

/** Creates a small JPEG of one colour; another `red` is another picture. */
export async function createPicture(red: number): Promise<Buffer> {
  return await blankImage(40, 30, red).jpeg().toBuffer();
}
