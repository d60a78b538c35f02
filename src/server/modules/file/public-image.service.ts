import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import type { StoredFile } from "../../platform/files/FileStorage.ts";
import { removeFiles } from "../../platform/files/remove-files.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import * as users from "../user/user.repository.ts";
import { type FileRow, findFileById } from "./file.repository.ts";
import * as repository from "./public-file.repository.ts";

/** An image that a page loads by URL alone, because an image element cannot send a token. */
export interface PublicImage {
  kind: "avatar" | "poster";
  bytes: Buffer;
  mime: "image/webp" | "image/png";
  width: number;
  height: number;
  /** Digest of the source data, for images that are made once per source. */
  digest?: string;
}

const dayMs = 86_400_000;
const extensions = { "image/webp": "webp", "image/png": "png" } as const;

/** Avatars and posters: public to all who have the URL, which cannot be guessed. */
export class PublicImageService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Throws "rate_limited" for an owner who has reached the daily limit of this kind. */
  async assertDailyLimit(queries: QueryRunner, ownerId: string, kind: PublicImage["kind"]): Promise<void> {
    const now = this.#deps.clock.now();
    const max = this.#deps.config.limits.publicImagesPerDay[kind];
    const createdTimes = await repository.listCreatedSince(queries, ownerId, kind, addMs(now, -dayMs));
    const [first] = createdTimes.slice(-max);
    if (first === undefined || createdTimes.length < max) return;
    const waitMs = addMs(first, dayMs).getTime() - now.getTime();
    throw new AppError("rate_limited", {}, "今天更换的次数太多了，请明天再试", Math.ceil(waitMs / 1000));
  }

  /** Finds an image made from the same source before. */
  async findByDigest(
    ownerId: string,
    kind: PublicImage["kind"],
    digest: string,
  ): Promise<FileRow | undefined> {
    return await repository.findByDigest(this.#deps.database.queries, { ownerId, kind, digest });
  }

  /**
   * Stores an image and returns its id; an image made from the same source meanwhile is returned instead.
   * Deletes the owner's other images of this kind that are older than a day, except `idInUse`.
   */
  async save(ownerId: string, image: PublicImage, idInUse?: string): Promise<string> {
    const { database, clock, files } = this.#deps;
    const { kind, bytes, mime, width, height, digest } = image;
    const id = newId();
    const path = await files.write(id, bytes, extensions[mime]);
    const row = { id, ownerId, kind, path, mime, bytes: bytes.length, width, height, digest: digest ?? null };
    const now = clock.now();
    const removedPaths = await database
      .transaction(async (tx) => {
        await users.lockForUpdate(tx, ownerId);
        await this.assertDailyLimit(tx, ownerId, kind);
        if (!(await repository.insertIfAbsent(tx, { ...row, createdAt: now }))) return null;
        return await repository.deleteOlder(tx, {
          ownerId,
          kind,
          before: addMs(now, -dayMs),
          exceptId: idInUse ?? id,
        });
      })
      .catch(async (error: unknown) => {
        await removeFiles(this.#deps, [path]);
        throw error;
      });
    await removeFiles(this.#deps, removedPaths ?? [path]);
    const existing =
      removedPaths === null && digest !== undefined
        ? await this.findByDigest(ownerId, kind, digest)
        : undefined;
    return existing?.id ?? id;
  }

  /** Returns an avatar or a poster. Throws "not_found" for any other file. */
  async getImage(id: string): Promise<FileRow> {
    const isValidId = /^[\w-]{1,64}$/.test(id);
    const row = isValidId ? await findFileById(this.#deps.database.lookups, id) : undefined;
    if (row?.kind !== "avatar" && row?.kind !== "poster") throw new AppError("not_found");
    return row;
  }

  /** Opens the content. Throws "not_found" when the file is gone from storage. */
  async open(row: FileRow): Promise<StoredFile> {
    const file = await this.#deps.files.read(row.path);
    if (file === null) throw new AppError("not_found");
    return file;
  }
}
