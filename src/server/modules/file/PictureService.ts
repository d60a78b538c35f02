import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { FileStore } from "../../platform/files/FileStore.ts";
import { fileUrl } from "../../platform/files/fileUrl.ts";
import { PicturePress } from "../../platform/files/PicturePress.ts";
import { newId } from "../../platform/ids.ts";
import * as users from "../user/user.repository.ts";
import * as repository from "./file.repository.ts";

/** Who wants to see a picture. */
export interface Viewer {
  subjectId: string;
  audience: "customer" | "staff";
}

const dayMs = 86_400_000;

/** Pictures that customers send with messages and requests; their owner and staff see them, nobody else. */
export class PictureService {
  readonly #deps: Deps;
  readonly #store: FileStore;
  readonly #press = new PicturePress();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#store = new FileStore(deps.config.filesDir);
  }

  /** Keeps a picture. `read` fetches what was sent, and only for who has room for more today. */
  async upload(userId: string, read: () => Promise<Buffer>) {
    const { database, clock } = this.#deps;
    await this.#requireRoom(database.queries, userId);
    const { bytes, mime, width, height } = await this.#press.press(await read());
    const id = newId();
    const path = await this.#store.write(id, bytes);
    const row = {
      id,
      ownerId: userId,
      kind: "chat" as const,
      path,
      mime,
      bytes: bytes.length,
      width,
      height,
    };
    try {
      await database.transaction(async (tx) => {
        await users.lock(tx, userId);
        await this.#requireRoom(tx, userId);
        await repository.insertFile(tx, { ...row, createdAt: clock.now() });
      });
    } catch (error) {
      await this.#store.remove(path);
      throw error;
    }
    return { id, url: fileUrl(id), width, height };
  }

  /** A picture for its owner or for staff; for everybody else it does not exist. */
  async show(viewer: Viewer, id: string): Promise<{ bytes: Buffer; mime: string }> {
    const isName = /^[\w-]{1,64}$/.test(id);
    const row = isName ? await repository.fileById(this.#deps.database.queries, id) : undefined;
    const isAllowed = viewer.audience === "staff" || row?.ownerId === viewer.subjectId;
    if (row === undefined || !isAllowed) throw new AppError("not_found");
    const bytes = await this.#store.read(row.path);
    if (bytes === null) throw new AppError("not_found");
    return { bytes, mime: row.mime };
  }

  async #requireRoom(queries: Queries, userId: string): Promise<void> {
    const now = this.#deps.clock.now();
    const sent = await repository.sentSince(queries, userId, later(now, -dayMs));
    const [first] = sent.slice(-this.#deps.config.limits.picturesPerDay);
    if (first === undefined || sent.length < this.#deps.config.limits.picturesPerDay) return;
    const waitMs = later(first, dayMs).getTime() - now.getTime();
    throw new AppError("rate_limited", {}, "今天发送的图片太多了，请明天再试", Math.ceil(waitMs / 1000));
  }
}
