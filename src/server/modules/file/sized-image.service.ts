import { createHash } from "node:crypto";
import { dishImageSizes, dishImageUrl } from "#contract/menu/dish-image.ts";
import { restaurantImageUrl } from "#contract/restaurant-pictures/restaurant-image.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { type FileExtension, type StoredFile, storagePath } from "../../platform/files/FileStorage.ts";
import { removeFiles } from "../../platform/files/remove-files.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { ImageProcessor, Uploader } from "../../platform/images/ImageProcessor.ts";
import { newId } from "../../platform/security/ids.ts";
import type { FileRow } from "./file.repository.ts";
import * as repository from "./public-file.repository.ts";

/** What the head office uploads images for: who owns them, and how they are cut and addressed. */
const purposes = {
  /** Squares of dishes and categories. */
  dish: { ownerId: "menu", kind: "dish", fit: "cover", urlOf: dishImageUrl },
  /** Whole pictures of restaurants and of their licences. */
  restaurant: { ownerId: "restaurants", kind: "restaurant", fit: "inside", urlOf: restaurantImageUrl },
} as const;

/** An uploaded image as it is shown: URL of one of its sizes, and width and height in px of its largest. */
export interface SizedImage {
  url: string;
  width: number;
  height: number;
}

/** An uploaded image as it is stored. */
export interface SizedImageFile {
  /** SHA-256 of the file that it was made from. */
  digest: string | null;
  /** Place of its largest size, a WebP. */
  path: string;
}

/** Size in px that a stored URL names; pages choose another from its `srcset`. */
const defaultSize = 512;

interface ImageDeps extends Pick<Deps, "database" | "clock" | "files"> {
  log: Pick<Deps["log"], "warn">;
}

/** Images that the head office uploads for one purpose, in several sizes, public to all. */
export class SizedImageService {
  readonly #deps: ImageDeps;
  readonly #imageProcessor: ImageProcessor;
  readonly #purpose: (typeof purposes)[keyof typeof purposes];

  constructor(deps: ImageDeps, imageProcessor: ImageProcessor, purpose: keyof typeof purposes) {
    this.#deps = deps;
    this.#imageProcessor = imageProcessor;
    this.#purpose = purposes[purpose];
  }

  /** Stores an image in all sizes; the same image again is the one that is stored already. */
  async upload(sender: Uploader, read: () => Promise<Buffer>): Promise<SizedImage> {
    let digest = "";
    const images = await this.#imageProcessor.processSizes(sender, this.#purpose.fit, async () => {
      const bytes = await read();
      digest = createHash("sha256").update(bytes).digest("hex");
      return bytes;
    });
    const existing = await this.#findByDigest(digest);
    if (existing !== undefined) return this.#present(existing);
    const id = newId();
    const written: string[] = [];
    try {
      for (const { bytes, mime, width, height } of images) {
        const name = `${id}-${Math.max(width, height)}`;
        written.push(await this.#deps.files.write(name, bytes, extensions[mime]));
      }
      return this.#present(await this.#insert(id, digest, images, written));
    } catch (error) {
      await removeFiles(this.#deps, written);
      throw error;
    }
  }

  /** Finds the URLs of uploaded images by the SHA-256 of their files. */
  async findByDigests(digests: readonly string[]): Promise<Map<string, string>> {
    const { ownerId, kind, urlOf } = this.#purpose;
    const rows = await repository.listByDigests(this.#deps.database.queries, { ownerId, kind, digests });
    return new Map(rows.map(({ id, digest }) => [digest ?? "", urlOf(id, defaultSize)]));
  }

  /** Finds uploaded images by their ids: the SHA-256 of the file each was made from, and its largest size. */
  async findOriginals(ids: readonly string[]): Promise<Map<string, SizedImageFile>> {
    const { ownerId, kind } = this.#purpose;
    const rows = await repository.listByIds(this.#deps.database.queries, { ownerId, kind, ids });
    return new Map(rows.map(({ id, digest, path }) => [id, { digest, path }]));
  }

  /** Finds width and height in px of the largest size of uploaded images by their ids. */
  async findShapes(
    queries: QueryRunner,
    ids: readonly string[],
  ): Promise<Map<string, Pick<SizedImage, "width" | "height">>> {
    const { ownerId, kind } = this.#purpose;
    const rows = await repository.listByIds(queries, { ownerId, kind, ids });
    return new Map(rows.map(({ id, width, height }) => [id, { width, height }]));
  }

  /** Opens the largest size of an image; null if its file is gone. */
  async openLargest({ path }: SizedImageFile): Promise<StoredFile | null> {
    return await this.#deps.files.read(path);
  }

  /** Opens an image by the last two parts of its URL. Throws "not_found". */
  async open(id: string, name: string): Promise<{ file: StoredFile; mime: string }> {
    const [, size, extension] = /^(\d{1,4})\.(webp|jpg)$/.exec(name) ?? [];
    const isKnown = dishImageSizes.some((known) => String(known) === size);
    if (!isKnown || !/^[\w-]{1,64}$/.test(id)) throw new AppError("not_found");
    const path = storagePath(`${id}-${size}`, extension as FileExtension);
    const file = await this.#deps.files.read(path);
    if (file === null) throw new AppError("not_found");
    return { file, mime: extension === "webp" ? "image/webp" : "image/jpeg" };
  }

  #present({ id, width, height }: Pick<FileRow, "id" | "width" | "height">): SizedImage {
    return { url: this.#purpose.urlOf(id, defaultSize), width, height };
  }

  /** Adds the row of the image; returns the one that was stored meanwhile, if there is one. */
  async #insert(
    id: string,
    digest: string,
    images: { bytes: Buffer; mime: string; width: number; height: number }[],
    written: string[],
  ): Promise<Pick<FileRow, "id" | "width" | "height">> {
    const [largest] = images;
    const [path] = written;
    if (largest === undefined || path === undefined) throw new Error("an image has no sizes");
    const { mime, width, height } = largest;
    const bytes = images.reduce((sum, image) => sum + image.bytes.length, 0);
    const { ownerId, kind } = this.#purpose;
    const row = { id, ownerId, kind, path, mime, bytes, width, height, digest } as const;
    const createdAt = this.#deps.clock.now();
    const { queries } = this.#deps.database;
    if (await repository.insertIfAbsent(queries, { ...row, createdAt })) return row;
    const existing = await this.#findByDigest(digest);
    if (existing === undefined) throw new Error("the same image is neither new nor stored");
    await removeFiles(this.#deps, written);
    return existing;
  }

  async #findByDigest(digest: string): Promise<FileRow | undefined> {
    const { ownerId, kind } = this.#purpose;
    return await repository.findByDigest(this.#deps.database.queries, { ownerId, kind, digest });
  }
}

const extensions = { "image/webp": "webp", "image/jpeg": "jpg" } as const;
