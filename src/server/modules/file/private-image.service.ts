import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import type { StoredFile } from "../../platform/files/FileStorage.ts";
import { fileUrl } from "../../platform/files/file-url.ts";
import type { UploadForm } from "../../platform/files/multipart.ts";
import { removeFiles } from "../../platform/files/remove-files.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import type { ImageProcessor, ProcessedImage, Uploader } from "../../platform/images/ImageProcessor.ts";
import { newId } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { findById as staffById } from "../staff/staff.repository.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import * as users from "../user/user.repository.ts";
import * as repository from "./file.repository.ts";
import { consumeImageUpload } from "./image-upload.rules.ts";

/** The viewer of an image. */
export interface Viewer {
  subjectId: string;
  audience: "customer" | "staff";
}

const dayMs = 86_400_000;

/**
 * Images that customers send with messages and refund requests, visible to their owner and to staff who talk
 * to customers.
 */
export class PrivateImageService {
  readonly #deps: Deps;
  readonly #imageProcessor: ImageProcessor;

  constructor(deps: Deps, imageProcessor: ImageProcessor) {
    this.#deps = deps;
    this.#imageProcessor = imageProcessor;
  }

  /** Stores a customer's image. `read` receives the body, only for a sender below the daily limit. */
  async upload(sender: Uploader, read: () => Promise<Buffer>) {
    const { id: userId } = sender;
    const image = await this.#imageProcessor.process(sender, "whole", async () => {
      await this.#assertDailyLimit(this.#deps.database.queries, userId);
      await consumeImageUpload(this.#deps, userId);
      return await read();
    });
    return await this.#store(image, { ownerId: userId }, async (tx) => {
      await users.lockForUpdate(tx, userId);
      await this.#assertDailyLimit(tx, userId);
    });
  }

  /** Stores a staff member's image in the conversation of the customer given by the form's `user_id`. */
  async uploadForCustomer(sender: Uploader, read: () => Promise<UploadForm>) {
    const { id: staffId } = sender;
    const { database, clock } = this.#deps;
    await requireRole(database.lookups, staffId, ["agent", "admin"]);
    let ownerId = "";
    const image = await this.#imageProcessor.process(sender, "whole", async () => {
      const { file, fields } = await read();
      ownerId = fields.user_id ?? "";
      if (ownerId === "") throw invalid("请选择用户", "user_id");
      if ((await users.findById(database.lookups, ownerId)) === undefined)
        throw new AppError("not_found", {}, "用户不存在");
      return file;
    });
    return await this.#store(image, { ownerId, uploadedBy: staffId }, async (tx, id) => {
      await users.lockForShare(tx, ownerId);
      const entry = { actor: staffId, action: "chat.upload", target: ownerId, detail: { file_id: id } };
      await insertAudit(tx, { ...entry, createdAt: clock.now() });
    });
  }

  /** Writes an image and its row; an error of `beforeInsert` in the same transaction leaves neither. */
  async #store(
    { bytes, mime, width, height }: ProcessedImage,
    owner: { ownerId: string; uploadedBy?: string },
    beforeInsert: (tx: QueryRunner, id: string) => Promise<void>,
  ) {
    const { database, clock, files } = this.#deps;
    const id = newId();
    // The file first: a process that ends here leaves an unreferenced file, never a row without its file.
    const path = await files.write(id, bytes);
    const row = { ...owner, id, kind: "chat" as const, path, mime, bytes: bytes.length, width, height };
    try {
      await database.transaction(async (tx) => {
        await beforeInsert(tx, id);
        await repository.insertFile(tx, { ...row, createdAt: clock.now() });
      });
    } catch (error) {
      await removeFiles(this.#deps, [path]);
      throw error;
    }
    return { id, url: fileUrl(id), width, height };
  }

  /** Returns an image for its owner or staff. Throws "not_found" for all others. */
  async getImage(viewer: Viewer, id: string): Promise<repository.FileRow> {
    const isValidId = /^[\w-]{1,64}$/.test(id);
    const row = isValidId ? await repository.findFileById(this.#deps.database.lookups, id) : undefined;
    if (row === undefined || !(await this.#canView(viewer, row))) throw new AppError("not_found");
    return row;
  }

  /** Opens the content. Throws "not_found" when the file is gone from storage. */
  async open(row: repository.FileRow): Promise<StoredFile> {
    const file = await this.#deps.files.read(row.path);
    if (file === null) throw new AppError("not_found");
    return file;
  }

  /** Restaurant staff have no access to conversations and refund requests. */
  async #canView(viewer: Viewer, row: repository.FileRow): Promise<boolean> {
    if (viewer.audience === "customer") return row.ownerId === viewer.subjectId;
    const member = await staffById(this.#deps.database.lookups, viewer.subjectId);
    return member !== undefined && (member.role !== "store" || !["chat", "refund"].includes(row.kind));
  }

  async #assertDailyLimit(queries: QueryRunner, userId: string): Promise<void> {
    const now = this.#deps.clock.now();
    const sent = await repository.listSentSince(queries, userId, addMs(now, -dayMs));
    const [first] = sent.slice(-this.#deps.config.limits.imagesPerDay);
    if (first === undefined || sent.length < this.#deps.config.limits.imagesPerDay) return;
    const waitMs = addMs(first, dayMs).getTime() - now.getTime();
    throw new AppError("rate_limited", {}, "今天发送的图片太多了，请明天再试", Math.ceil(waitMs / 1000));
  }
}
