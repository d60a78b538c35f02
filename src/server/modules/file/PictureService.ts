import { AppError, invalid } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { StoredFile } from "../../platform/files/FileStore.ts";
import type { UploadForm } from "../../platform/files/fileOf.ts";
import { fileUrl } from "../../platform/files/fileUrl.ts";
import type { Picture, PicturePress, Sender } from "../../platform/files/PicturePress.ts";
import { removeFiles } from "../../platform/files/removeFiles.ts";
import { newId } from "../../platform/ids.ts";
import { audit, byId as staffById } from "../staff/staff.repository.ts";
import { requireRole } from "../staff/staff-access.ts";
import * as users from "../user/user.repository.ts";
import * as repository from "./file.repository.ts";
import { countPicture } from "./picture-tries.ts";

/** Who wants to see a picture. */
export interface Viewer {
  subjectId: string;
  audience: "customer" | "staff";
}

const dayMs = 86_400_000;

/** Pictures that customers send with messages and requests; their owner and staff who talk to customers see them. */
export class PictureService {
  readonly #deps: Deps;
  readonly #press: PicturePress;

  constructor(deps: Deps, press: PicturePress) {
    this.#deps = deps;
    this.#press = press;
  }

  /** Keeps a customer's picture. `read` fetches what was sent, and only for who has room for more today. */
  async upload(sender: Sender, read: () => Promise<Buffer>) {
    const { id: userId } = sender;
    const picture = await this.#press.press(sender, "whole", async () => {
      await this.#requireRoom(this.#deps.database.queries, userId);
      await countPicture(this.#deps, userId);
      return await read();
    });
    return await this.#keep(picture, { ownerId: userId }, async (tx) => {
      await users.lock(tx, userId);
      await this.#requireRoom(tx, userId);
    });
  }

  /** Puts a picture of a member's into the thread of the customer that the form names as `user_id`. */
  async uploadFor(sender: Sender, read: () => Promise<UploadForm>) {
    const { id: staffId } = sender;
    const { database, clock } = this.#deps;
    await requireRole(database.queries, staffId, ["agent", "admin"]);
    let ownerId = "";
    const picture = await this.#press.press(sender, "whole", async () => {
      const { file, fields } = await read();
      ownerId = fields.user_id ?? "";
      if (ownerId === "") throw invalid("请选择用户", "user_id");
      if ((await users.byId(database.queries, ownerId)) === undefined)
        throw new AppError("not_found", {}, "用户不存在");
      return file;
    });
    return await this.#keep(picture, { ownerId, uploadedBy: staffId }, async (tx, id) => {
      await users.hold(tx, ownerId);
      const entry = { actor: staffId, action: "chat.upload", target: ownerId, detail: { file_id: id } };
      await audit(tx, { ...entry, at: clock.now() });
    });
  }

  /** Writes a picture and its row; what `before` throws in the same transaction leaves neither. */
  async #keep(
    { bytes, mime, width, height }: Picture,
    owner: { ownerId: string; uploadedBy?: string },
    before: (tx: Queries, id: string) => Promise<void>,
  ) {
    const { database, clock, files } = this.#deps;
    const id = newId();
    // The file first: a process that ends here leaves a file that nobody can ask for, never a row without its file.
    const path = await files.write(id, bytes);
    const row = { ...owner, id, kind: "chat" as const, path, mime, bytes: bytes.length, width, height };
    try {
      await database.transaction(async (tx) => {
        await before(tx, id);
        await repository.insertFile(tx, { ...row, createdAt: clock.now() });
      });
    } catch (error) {
      await removeFiles(this.#deps, [path]);
      throw error;
    }
    return { id, url: fileUrl(id), width, height };
  }

  /** A picture for its owner or for staff; for everybody else it does not exist. */
  async find(viewer: Viewer, id: string): Promise<repository.FileRow> {
    const isName = /^[\w-]{1,64}$/.test(id);
    const row = isName ? await repository.fileById(this.#deps.database.queries, id) : undefined;
    if (row === undefined || !(await this.#maySee(viewer, row))) throw new AppError("not_found");
    return row;
  }

  /** What is in it. Throws "not_found" when it is gone from where it was kept. */
  async open(row: repository.FileRow): Promise<StoredFile> {
    const file = await this.#deps.files.read(row.path);
    if (file === null) throw new AppError("not_found");
    return file;
  }

  /** Threads and requests for refunds are no business of a store's. */
  async #maySee(viewer: Viewer, row: repository.FileRow): Promise<boolean> {
    if (viewer.audience === "customer") return row.ownerId === viewer.subjectId;
    const member = await staffById(this.#deps.database.queries, viewer.subjectId);
    return member !== undefined && (member.role !== "store" || !["chat", "refund"].includes(row.kind));
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
