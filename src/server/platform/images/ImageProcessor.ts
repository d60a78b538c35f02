import { imageLimits } from "#contract/constants.ts";
import { AppError } from "../http/AppError.ts";
import { WorkerPool } from "../workers/WorkerPool.ts";
import { WorkerError } from "../workers/WorkerProcess.ts";

/** A picture as we keep it. */
export interface ProcessedImage {
  bytes: Buffer;
  mime: "image/webp";
  width: number;
  height: number;
}

/** Who sends a picture, and until when that person waits for the answer. */
export interface Uploader {
  id: string;
  signal: AbortSignal;
}

const sizes = {
  whole: { width: 2048, height: 2048, fit: "inside", withoutEnlargement: true },
  avatar: { width: 256, height: 256, fit: "cover" },
} as const;

/** What decoding may cost; whatever asks for more is refused by what its header and markers say. */
const budget = {
  /** Pixels. */
  side: imageLimits.sideMax,
  /** Of all its pixels: the largest picture with eight bits a colour and an alpha channel. */
  bits: imageLimits.sideMax ** 2 * 32,
  /** Times that a JPEG goes over its pixels; cameras and programs write at most a dozen. */
  scans: 32,
  /** Of which the first one is kept. */
  frames: 100,
};

/** What the process is told (press.mjs). */
export interface ImageJob {
  bytes: Uint8Array;
  kind: string;
  size: (typeof sizes)[keyof typeof sizes];
  budget: typeof budget;
}

/** What it answers. */
export type ImageJobResult =
  | { bytes: Uint8Array; width: number; height: number }
  | { refused: "unreadable" | "too_large" };

/** What the first bytes say; nothing else ever reaches a decoder. */
const formatSignatures: Record<string, (head: Buffer) => boolean> = {
  jpeg: (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  webp: (head) => head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
};

/**
 * Makes pictures of strangers harmless: looked at by content, decoded, turned upright and written anew without their
 * metadata. One at a time in a process of its own, and one of each sender's: whoever sends many waits for nobody but
 * himself to be done, and whoever sends one never behind more than one of theirs.
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
   * Takes what `read` fetches, as a whole picture or its middle as a small square. Throws "rate_limited" while another one
   * of the same sender's is under way, "unsupported_media_type" for what is no whole picture, "payload_too_large" for one
   * beyond the budget, "unavailable" with a time to come back when it takes too long, too many wait, or the sender is gone.
   */
  async process(
    uploader: Uploader,
    preset: keyof typeof sizes,
    readUpload: () => Promise<Buffer>,
  ): Promise<ProcessedImage> {
    if (this.#activeUploaders.has(uploader.id))
      throw new AppError("rate_limited", {}, "上一张图片还在处理，请稍候再试", 2);
    this.#activeUploaders.add(uploader.id);
    try {
      return await this.#decode(await readUpload(), sizes[preset], uploader.signal);
    } finally {
      this.#activeUploaders.delete(uploader.id);
    }
  }

  /** Ends the process; what it is doing fails. */
  async stop(): Promise<void> {
    await this.#workers.stop();
  }

  async #decode(bytes: Buffer, size: ImageJob["size"], signal: AbortSignal): Promise<ProcessedImage> {
    const kind = Object.keys(formatSignatures).find((name) => formatSignatures[name]?.(bytes));
    if (kind === undefined) throw new AppError("unsupported_media_type");
    const result = await this.#workers.run({ bytes, kind, size, budget }, signal).catch((error: unknown) => {
      if (!(error instanceof WorkerError)) throw error;
      throw Object.assign(new AppError("unavailable", {}, undefined, 5), { cause: error });
    });
    if (!("refused" in result)) return { ...result, bytes: Buffer.from(result.bytes), mime: "image/webp" };
    if (result.refused === "too_large") throw new AppError("payload_too_large", {}, "图片太大，请换一张");
    throw new AppError("unsupported_media_type", {}, "图片无法识别，请换一张");
  }
}
