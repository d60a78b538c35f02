import { createHash } from "node:crypto";
import { dishImageSizes, dishImageUrl } from "#contract/menu/dish-image.ts";
import type { Deps } from "../../platform/Deps.ts";
import { type FileExtension, type StoredFile, storagePath } from "../../platform/files/FileStorage.ts";
import { removeFiles } from "../../platform/files/remove-files.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { ImageProcessor, Uploader } from "../../platform/images/ImageProcessor.ts";
import { newId } from "../../platform/security/ids.ts";
import * as repository from "./public-file.repository.ts";

/** Owner of the menu's images: the chain. */
const ownerId = "menu";
const kind = "dish";
/** An uploaded image as it is stored. */
export interface DishImageFile {
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

/** Images of dishes and categories: squares in several sizes, public to all. */
export class DishImageService {
  readonly #deps: ImageDeps;
  readonly #imageProcessor: ImageProcessor;

  constructor(deps: ImageDeps, imageProcessor: ImageProcessor) {
    this.#deps = deps;
    this.#imageProcessor = imageProcessor;
  }

  /** Stores the middle of an image in all sizes; the same image again is the one that is stored already. */
  async upload(sender: Uploader, read: () => Promise<Buffer>): Promise<{ url: string }> {
    let digest = "";
    const images = await this.#imageProcessor.processDish(sender, async () => {
      const bytes = await read();
      digest = createHash("sha256").update(bytes).digest("hex");
      return bytes;
    });
    const existing = await this.#findByDigest(digest);
    if (existing !== undefined) return { url: dishImageUrl(existing, defaultSize) };
    const id = newId();
    const written: string[] = [];
    try {
      for (const { bytes, mime, width } of images)
        written.push(await this.#deps.files.write(`${id}-${width}`, bytes, extensions[mime]));
      return { url: dishImageUrl(await this.#insert(id, digest, images, written), defaultSize) };
    } catch (error) {
      await removeFiles(this.#deps, written);
      throw error;
    }
  }

  /** Finds the URLs of uploaded images by the SHA-256 of their files. */
  async findByDigests(digests: readonly string[]): Promise<Map<string, string>> {
    const rows = await repository.listByDigests(this.#deps.database.queries, { ownerId, kind, digests });
    return new Map(rows.map(({ id, digest }) => [digest ?? "", dishImageUrl(id, defaultSize)]));
  }

  /** Finds uploaded images by their ids: the SHA-256 of the file each was made from, and its largest size. */
  async findOriginals(ids: readonly string[]): Promise<Map<string, DishImageFile>> {
    const rows = await repository.listByIds(this.#deps.database.queries, { ownerId, kind, ids });
    return new Map(rows.map(({ id, digest, path }) => [id, { digest, path }]));
  }

  /** Opens the largest size of an image; null if its file is gone. */
  async openLargest({ path }: DishImageFile): Promise<StoredFile | null> {
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

  /** Adds the row of the image; returns the id of the one that was stored meanwhile, if there is one. */
  async #insert(
    id: string,
    digest: string,
    images: { bytes: Buffer; mime: string; width: number; height: number }[],
    written: string[],
  ): Promise<string> {
    const [largest] = images;
    const [path] = written;
    if (largest === undefined || path === undefined) throw new Error("an image has no sizes");
    const { mime, width, height } = largest;
    const bytes = images.reduce((sum, image) => sum + image.bytes.length, 0);
    const row = { id, ownerId, kind, path, mime, bytes, width, height, digest } as const;
    const createdAt = this.#deps.clock.now();
    const { queries } = this.#deps.database;
    if (await repository.insertIfAbsent(queries, { ...row, createdAt })) return id;
    const existing = await this.#findByDigest(digest);
    if (existing === undefined) throw new Error("the same image is neither new nor stored");
    await removeFiles(this.#deps, written);
    return existing;
  }

  async #findByDigest(digest: string): Promise<string | undefined> {
    const { queries } = this.#deps.database;
    return (await repository.findByDigest(queries, { ownerId, kind, digest }))?.id;
  }
}

const extensions = { "image/webp": "webp", "image/jpeg": "jpg" } as const;
