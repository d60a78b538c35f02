import { dataCopyUrl } from "#contract/account/endpoints.ts";
import type { DataCopy } from "#contract/account/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import type { StoredFile } from "../../platform/files/FileStorage.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import { LinkSigner, type SignedQuery } from "../../platform/security/LinkSigner.ts";
import { addMs } from "../../platform/time/clock.ts";
import * as users from "../user/user.repository.ts";
import * as repository from "./data-copy.repository.ts";

const shownCopies = 5;
const keyName = "data-copy-link-key";

/** Customers' requests for a copy of their data, and its download. */
export class DataCopyService {
  readonly #deps: Deps;
  readonly #links: LinkSigner;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#links = new LinkSigner(deps, keyName);
  }

  async list(userId: string): Promise<{ list: DataCopy[] }> {
    const rows = await repository.listCopies(this.#deps.database.queries, userId, shownCopies);
    return { list: await Promise.all(rows.map((row) => this.#present(row))) };
  }

  /**
   * Requests a copy, or returns the one that is being made. Throws "rate_limited" with the seconds to wait after too
   * many in a day.
   */
  async request(userId: string, idempotencyKey: string): Promise<DataCopy> {
    const { database, clock, config } = this.#deps;
    const now = clock.now();
    const request = {
      subjectId: userId,
      endpoint: "account/data-copies",
      idempotencyKey,
      body: {},
      createdAt: now,
    };
    return await database.transaction((tx) =>
      withIdempotencyKey(tx, request, async () => {
        await users.lockForUpdate(tx, userId);
        const [newest] = await repository.listCopies(tx, userId, 1);
        if (newest?.state === "queued") return this.#present(newest);
        const { windowMs, max } = config.limits.dataCopies;
        const requested = await repository.listRequestedSince(tx, userId, addMs(now, -windowMs));
        const [first] = requested.slice(-max);
        if (first !== undefined && requested.length >= max) {
          const waitMs = addMs(first, windowMs).getTime() - now.getTime();
          throw new AppError(
            "rate_limited",
            {},
            "今天申请的次数太多了，请明天再试",
            Math.ceil(waitMs / 1000),
          );
        }
        const row = { id: newId(), userId, state: "queued" as const, nextTryAt: now, createdAt: now };
        return this.#present(await repository.insertCopy(tx, row));
      }),
    );
  }

  /** Opens the archive of the customer's own copy. Throws "not_found" for any other, and for one that has expired. */
  async open(userId: string, id: string): Promise<StoredFile> {
    return await this.#open({ id, userId });
  }

  /** Opens the archive by a signed link. Throws "forbidden" for a forged or expired one, "not_found" if it is gone. */
  async openSigned(id: string, query: Partial<SignedQuery>): Promise<StoredFile> {
    if (!(await this.#links.isValid(`data copy ${id}`, query)))
      throw new AppError("forbidden", {}, "链接已过期，请回到下载个人信息页面重新复制");
    return await this.#open({ id });
  }

  async #open(copy: { id: string; userId?: string }): Promise<StoredFile> {
    const { database, files, clock } = this.#deps;
    const isValidId = /^[\w-]{1,64}$/.test(copy.id);
    const row = isValidId ? await repository.findCopy(database.queries, copy) : undefined;
    const isValid = row?.path != null && row.expiresAt !== null && row.expiresAt > clock.now();
    const file = isValid ? await files.read(row.path as string) : null;
    if (file === null) throw new AppError("not_found", {}, "文件已过期，请重新申请");
    return file;
  }

  async #present(row: repository.DataCopyRow): Promise<DataCopy> {
    const { expiresAt } = row;
    const isExpired = expiresAt !== null && expiresAt <= this.#deps.clock.now();
    const isReady = row.state === "ready" && !isExpired;
    return {
      url: isReady && expiresAt !== null ? await this.#linkTo(row.id, expiresAt) : null,
      copy_id: row.id,
      status: isExpired ? "expired" : row.state,
      requested_at: row.createdAt.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
      bytes: row.bytes,
    };
  }
  async #linkTo(id: string, expiresAt: Date): Promise<string> {
    const link = new URL(dataCopyUrl(id), this.#deps.config.publicUrl);
    link.search = new URLSearchParams({
      ...(await this.#links.sign(`data copy ${id}`, expiresAt)),
    }).toString();
    return link.href;
  }
}
