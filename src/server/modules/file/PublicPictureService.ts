import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { StoredFile } from "../../platform/files/FileStore.ts";
import { removeFiles } from "../../platform/files/removeFiles.ts";
import { newId } from "../../platform/ids.ts";
import * as users from "../user/user.repository.ts";
import { type FileRow, fileById } from "./file.repository.ts";
import * as repository from "./public-file.repository.ts";

/** A picture that a page shows by its address alone: pages cannot send a token with it. */
export interface PublicPicture {
  kind: "avatar" | "poster";
  bytes: Buffer;
  mime: "image/webp" | "image/png";
  width: number;
  height: number;
  /** What it was made of, for what is made once. */
  digest?: string;
}

const dayMs = 86_400_000;
const endings = { "image/webp": "webp", "image/png": "png" } as const;

/** Avatars and posters: whoever knows the address sees them, and nobody can guess it. */
export class PublicPictureService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Throws "rate_limited" for who had as many of a kind made within a day as there may be. */
  async requireRoom(queries: Queries, ownerId: string, kind: PublicPicture["kind"]): Promise<void> {
    const now = this.#deps.clock.now();
    const most = this.#deps.config.limits.publicPicturesPerDay[kind];
    const made = await repository.madeSince(queries, ownerId, kind, later(now, -dayMs));
    const [first] = made.slice(-most);
    if (first === undefined || made.length < most) return;
    const waitMs = later(first, dayMs).getTime() - now.getTime();
    throw new AppError("rate_limited", {}, "今天更换的次数太多了，请明天再试", Math.ceil(waitMs / 1000));
  }

  /** What was made of this before; undefined when nothing was. */
  async known(ownerId: string, kind: PublicPicture["kind"], digest: string): Promise<FileRow | undefined> {
    return await repository.byDigest(this.#deps.database.queries, { ownerId, kind, digest });
  }

  /**
   * Keeps a picture and answers its number; what was made of the same meanwhile stays instead. The owner's others of its
   * kind go once they are a day old, unless `inUse` names one.
   */
  async keep(ownerId: string, picture: PublicPicture, inUse?: string): Promise<string> {
    const { database, clock, files } = this.#deps;
    const { kind, bytes, mime, width, height, digest } = picture;
    const id = newId();
    const path = await files.write(id, bytes, endings[mime]);
    const row = { id, ownerId, kind, path, mime, bytes: bytes.length, width, height, digest: digest ?? null };
    const now = clock.now();
    const old = await database
      .transaction(async (tx) => {
        await users.lock(tx, ownerId);
        await this.requireRoom(tx, ownerId, kind);
        if (!(await repository.insertOnce(tx, { ...row, createdAt: now }))) return null;
        return await repository.forgetOld(tx, {
          ownerId,
          kind,
          before: later(now, -dayMs),
          butFor: inUse ?? id,
        });
      })
      .catch(async (error: unknown) => {
        await removeFiles(this.#deps, [path]);
        throw error;
      });
    await removeFiles(this.#deps, old ?? [path]);
    const twin = old === null && digest !== undefined ? await this.known(ownerId, kind, digest) : undefined;
    return twin?.id ?? id;
  }

  /** An avatar or a poster. Throws "not_found" for everything else. */
  async find(id: string): Promise<FileRow> {
    const isName = /^[\w-]{1,64}$/.test(id);
    const row = isName ? await fileById(this.#deps.database.queries, id) : undefined;
    if (row?.kind !== "avatar" && row?.kind !== "poster") throw new AppError("not_found");
    return row;
  }

  /** What is in it. Throws "not_found" when it is gone from where it was kept. */
  async open(row: FileRow): Promise<StoredFile> {
    const file = await this.#deps.files.read(row.path);
    if (file === null) throw new AppError("not_found");
    return file;
  }
}
