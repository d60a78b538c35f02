import type { DataCopy } from "#contract/account/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import type { StoredFile } from "../../platform/files/FileStorage.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import * as users from "../user/user.repository.ts";
import * as repository from "./data-copy.repository.ts";

const shownCopies = 5;

/** Customers' requests for a copy of their data, and its download. */
export class DataCopyService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list(userId: string): Promise<{ list: DataCopy[] }> {
    const rows = await repository.listCopies(this.#deps.database.queries, userId, shownCopies);
    return { list: rows.map((row) => this.#present(row)) };
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
    const { database, files, clock } = this.#deps;
    const isValidId = /^[\w-]{1,64}$/.test(id);
    const row = isValidId ? await repository.findCopy(database.queries, { id, userId }) : undefined;
    const isValid = row?.path != null && row.expiresAt !== null && row.expiresAt > clock.now();
    const file = isValid ? await files.read(row.path as string) : null;
    if (file === null) throw new AppError("not_found", {}, "文件已过期，请重新申请");
    return file;
  }

  #present(row: repository.DataCopyRow): DataCopy {
    const isExpired = row.expiresAt !== null && row.expiresAt <= this.#deps.clock.now();
    return {
      copy_id: row.id,
      status: isExpired ? "expired" : row.state,
      requested_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt?.toISOString() ?? null,
      bytes: row.bytes,
    };
  }
}
