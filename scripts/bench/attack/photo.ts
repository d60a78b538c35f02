import { randomBytes } from "node:crypto";
import sharp from "sharp";

/**
 * Generates a photo-like progressive JPEG from shapes of `shape` pixels, which is expensive to decode and
 * encode; larger shapes give fewer bytes.
 */
export async function photo(width: number, height: number, shape: number): Promise<Buffer> {
  const channels = 3;
  const raw = { width: Math.ceil(width / shape), height: Math.ceil(height / shape), channels } as const;
  return await sharp(randomBytes(raw.width * raw.height * channels), { raw })
    .resize(width, height, { kernel: "cubic", fit: "fill" })
    .jpeg({ quality: 60, progressive: true })
    .toBuffer();
}
