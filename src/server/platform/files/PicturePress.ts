import { pictures } from "#contract/constants.ts";
import { AppError } from "../AppError.ts";

/** A picture as we keep it. */
export interface Picture {
  bytes: Buffer;
  mime: "image/webp";
  width: number;
  height: number;
}

const keptSide = 2048;
const avatarSide = 256;
const decodeSeconds = 10;
/** How many uploads may wait for their turn, each with up to five megabytes. */
const waitingMax = 20;

/** What the first bytes say; nothing else ever reaches a decoder. */
const kinds: Record<string, (head: Buffer) => boolean> = {
  jpeg: (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  webp: (head) => head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
};

/**
 * Makes pictures of strangers harmless: looked at by content, decoded, turned upright and written anew without their
 * metadata. One at a time, so that memory stays bounded however many arrive.
 */
export class PicturePress {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /**
   * The whole picture, or its middle as a small square. Throws "unsupported_media_type" for what is no whole picture,
   * "payload_too_large" for one of too many pixels.
   */
  async press(bytes: Buffer, cut: "whole" | "avatar" = "whole"): Promise<Picture> {
    const kind = Object.keys(kinds).find((name) => kinds[name]?.(bytes));
    if (kind === undefined) throw new AppError("unsupported_media_type");
    if (this.#waiting >= waitingMax) throw new AppError("unavailable", {}, undefined, 2);
    this.#waiting += 1;
    const turn = this.#last.then(() => decode(bytes, kind, sizes[cut]));
    this.#last = turn
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1;
      });
    return await turn;
  }
}

const sizes = {
  whole: { width: keptSide, height: keptSide, fit: "inside", withoutEnlargement: true },
  avatar: { width: avatarSide, height: avatarSide, fit: "cover" },
} as const;

async function decode(
  bytes: Buffer,
  kind: string,
  size: (typeof sizes)["whole" | "avatar"],
): Promise<Picture> {
  // Loaded with the first picture: most server processes start without ever seeing one.
  const { default: sharp } = await import("sharp");
  const refuse = () => new AppError("unsupported_media_type", {}, "图片无法识别，请换一张");
  // Only the header is read here, so that its size may be anything.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refuse();
    });
  if (head.format !== kind) throw refuse();
  if (Math.max(head.width, head.height) > pictures.sideMax)
    throw new AppError("payload_too_large", {}, "图片尺寸太大，请换一张");
  const made = await sharp(bytes, { failOn: "error", limitInputPixels: pictures.sideMax ** 2 })
    .timeout({ seconds: decodeSeconds })
    .autoOrient()
    .resize(size)
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw refuse();
    });
  return { bytes: made.data, mime: "image/webp", width: made.info.width, height: made.info.height };
}
