import { pageSizeDefault } from "#contract/constants.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { presentSession, toSessionId } from "../../platform/security/session.presenter.ts";
import * as repository from "../../platform/security/session.repository.ts";

/** The calling session. */
interface Caller {
  userId: string;
  tokenHash: string;
}

const ownerOf = (userId: string) => ({ audience: "customer" as const, subjectId: userId });

/** Lists and ends a customer's sessions. */
export class SessionService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list({ userId, tokenHash }: Caller, query: { page?: number; pageSize?: number }) {
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const { rows, total } = await repository.findPage(this.#deps.database.queries, ownerOf(userId), {
      currentHash: tokenHash,
      now: this.#deps.clock.now(),
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    const list = rows.map((row) => presentSession(row, tokenHash));
    return { list, total, page, pageSize, has_more: page * pageSize < total };
  }

  /** Ends one of the customer's own sessions. Throws "not_found" for any other. */
  async endSession({ userId }: Caller, sessionId: string): Promise<void> {
    const { queries } = this.#deps.database;
    const hash = (await repository.listTokenHashes(queries, ownerOf(userId))).find(
      (candidate) => toSessionId(candidate) === sessionId,
    );
    if (hash === undefined) throw new AppError("not_found", {}, "这台设备已退出登录");
    await repository.deleteSession(queries, ownerOf(userId), hash);
  }

  /** Ends all sessions of the customer but this one; returns their number. */
  async endOtherSessions({ userId, tokenHash }: Caller): Promise<number> {
    return await repository.deleteSessions(this.#deps.database.queries, ownerOf(userId), tokenHash);
  }
}
