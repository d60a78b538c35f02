import { randomBytes } from "node:crypto";
import sharp from "sharp";

/**
 * Something like a photo as a progressive JPEG: shapes of so many pixels, which keep a decoder and an encoder busy; the
 * larger they are, the fewer bytes it has.
 */
export async function photo(width: number, height: number, shape: number): Promise<Buffer> {
  const channels = 3;
  const raw = { width: Math.ceil(width / shape), height: Math.ceil(height / shape), channels } as const;
  return await sharp(randomBytes(raw.width * raw.height * channels), { raw })
    .resize(width, height, { kernel: "cubic", fit: "fill" })
    .jpeg({ quality: 60, progressive: true })
    .toBuffer();
}
