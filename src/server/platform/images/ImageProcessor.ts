import { imageLimits } from "#contract/constants.ts";
import { dishImageLimits, dishImageSizes } from "#contract/menu/dish-image.ts";
import { AppError } from "../http/AppError.ts";
import { WorkerPool } from "../workers/WorkerPool.ts";
import { WorkerError } from "../workers/WorkerProcess.ts";

type ImageFormat = "webp" | "jpeg";

/** An image in stored form. */
export interface ProcessedImage<Format extends ImageFormat = "webp"> {
  bytes: Buffer;
  mime: `image/${Format}`;
  width: number;
  height: number;
}

/** The sender of an image; `signal` aborts when the sender disconnects. */
export interface Uploader {
  id: string;
  signal: AbortSignal;
}

/** One image to make of an uploaded one. */
interface ImageOutput {
  width: number;
  height: number;
  fit: "inside" | "cover";
  withoutEnlargement?: boolean;
  format: ImageFormat;
}

const outputs = {
  whole: { width: 2048, height: 2048, fit: "inside", withoutEnlargement: true, format: "webp" },
  avatar: { width: 256, height: 256, fit: "cover", format: "webp" },
} as const satisfies Record<string, ImageOutput>;

/** Every size in both formats, largest first. */
function listSizes(fit: ImageOutput["fit"]): ImageOutput[] {
  return dishImageSizes
    .toSorted((a, b) => b - a)
    .flatMap((side) =>
      (["webp", "jpeg"] as const).map((format) => ({ width: side, height: side, fit, format })),
    );
}

interface Budget {
  side: number;
  pixels: number;
  bits: number;
  scans: number;
  frames: number;
}

/** Limits of decoding costs; larger images are refused by their header and markers. */
const budget: Budget = {
  /** Maximum width and height, in pixels. */
  side: imageLimits.sideMax,
  pixels: imageLimits.sideMax ** 2,
  /** Maximum of all pixels' bits: the largest image with eight bits a channel and an alpha channel. */
  bits: imageLimits.sideMax ** 2 * 32,
  /** Maximum scans of a JPEG over its pixels; cameras and programs write at most a dozen. */
  scans: 32,
  /** Maximum number of frames, of which only the first is stored. */
  frames: 100,
};

/** The head office sends photos as they come from cameras. */
const cameraBudget: Budget = {
  ...budget,
  side: dishImageLimits.sideMax,
  pixels: dishImageLimits.pixelsMax,
  bits: dishImageLimits.pixelsMax * 32,
};

/** Request to the worker process (image-processor.worker.mjs). */
export interface ImageJob {
  bytes: Uint8Array;
  kind: string;
  outputs: ImageOutput[];
  budget: Budget;
}

/** Response of the worker process. */
export type ImageJobResult =
  | { images: { bytes: Uint8Array; width: number; height: number }[] }
  | { refused: "unreadable" | "too_large" };

/** Signatures of the accepted formats; nothing else ever reaches a decoder. */
const formatSignatures: Record<string, (head: Buffer) => boolean> = {
  jpeg: (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  webp: (head) => head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
};

/**
 * Makes uploaded images safe: detects the format by content, decodes, rotates upright and re-encodes them
 * without metadata. Works on one image at a time in a separate process, and on one for each sender: many
 * images of a sender delay the sender alone, and others wait for at most one of them.
 */
export class ImageProcessor {
  readonly #workers = new WorkerPool<ImageJob, ImageJobResult>({
    script: "src/server/platform/images/image-processor.worker.mjs",
    processes: 1,
    memoryMb: 128,
    jobTimeoutMs: 10_000,
    maxJobs: 20,
  });
  readonly #activeUploaders = new Set<string>();

  /**
   * Processes the bytes returned by `readUpload`, as a whole image or as a square avatar cut from its middle.
   * @throws AppError("rate_limited") while another image of the same sender is in progress
   * @throws AppError("unsupported_media_type") for anything but a complete image
   * @throws AppError("payload_too_large") beyond the budget
   * @throws AppError("unavailable") with Retry-After on timeouts, a full queue, or an aborted `signal`
   */
  async process(
    uploader: Uploader,
    preset: keyof typeof outputs,
    readUpload: () => Promise<Buffer>,
  ): Promise<ProcessedImage> {
    const [image] = await this.#process(uploader, [outputs[preset]], readUpload);
    if (image === undefined) throw new Error("the image process has returned no image");
    return { ...image, mime: "image/webp" };
  }

  /**
   * Makes an image in all sizes and both formats, largest first: with "cover" squares from its middle, with
   * "inside" the whole image, whose longer side is the size. Throws as `process` does.
   */
  async processSizes(
    uploader: Uploader,
    fit: ImageOutput["fit"],
    readUpload: () => Promise<Buffer>,
  ): Promise<ProcessedImage<ImageFormat>[]> {
    return await this.#process(uploader, listSizes(fit), readUpload, cameraBudget);
  }

  /** Stops the worker process; its current job fails. */
  async stop(): Promise<void> {
    await this.#workers.stop();
  }

  async #process(
    uploader: Uploader,
    wanted: ImageOutput[],
    readUpload: () => Promise<Buffer>,
    limits = budget,
  ): Promise<ProcessedImage<ImageFormat>[]> {
    if (this.#activeUploaders.has(uploader.id))
      throw new AppError("rate_limited", {}, "上一张图片还在处理，请稍候再试", 2);
    this.#activeUploaders.add(uploader.id);
    try {
      const images = await this.#decode(await readUpload(), wanted, uploader.signal, limits);
      return wanted.map(({ format }, index) => {
        const image = images[index];
        if (image === undefined) throw new Error("the image process has returned too few images");
        return { ...image, bytes: Buffer.from(image.bytes), mime: `image/${format}` };
      });
    } finally {
      this.#activeUploaders.delete(uploader.id);
    }
  }

  async #decode(bytes: Buffer, wanted: ImageOutput[], signal: AbortSignal, limits: Budget) {
    const kind = Object.keys(formatSignatures).find((name) => formatSignatures[name]?.(bytes));
    if (kind === undefined) throw new AppError("unsupported_media_type");
    const job = { bytes, kind, outputs: wanted, budget: limits };
    const result = await this.#workers.run(job, signal).catch((error: unknown) => {
      if (!(error instanceof WorkerError)) throw error;
      throw Object.assign(new AppError("unavailable", {}, undefined, 5), { cause: error });
    });
    if (!("refused" in result)) return result.images;
    if (result.refused === "too_large") throw new AppError("payload_too_large", {}, "图片太大，请换一张");
    throw new AppError("unsupported_media_type", {}, "图片无法识别，请换一张");
  }
}
