import { pageSizeDefault } from "#contract/constants.ts";
import type { LoginSession } from "#contract/user/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { sha256 } from "../../platform/security/ids.ts";
import * as repository from "./session.repository.ts";

/** The calling session. */
interface Caller {
  userId: string;
  tokenHash: string;
}

/** Returns the public id of a session: neither its token nor the hash that finds it. */
function toSessionId(hash: string): string {
  return sha256(`session:${hash}`);
}

/** Lists and ends a customer's sessions. */
export class SessionService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list({ userId, tokenHash }: Caller, query: { page?: number; pageSize?: number }) {
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const { rows, total } = await repository.findPage(this.#deps.database.queries, {
      userId,
      currentHash: tokenHash,
      now: this.#deps.clock.now(),
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    const list: LoginSession[] = rows.map((row) => ({
      session_id: toSessionId(row.hash),
      device: row.device ?? "未知设备",
      logged_in_at: row.createdAt.toISOString(),
      last_seen_at: row.lastUsedAt.toISOString(),
      is_current: row.hash === tokenHash,
    }));
    return { list, total, page, pageSize, has_more: page * pageSize < total };
  }

  /** Ends one of the customer's own sessions. Throws "not_found" for any other. */
  async endSession({ userId }: Caller, sessionId: string): Promise<void> {
    const { queries } = this.#deps.database;
    const hash = (await repository.listTokenHashes(queries, userId)).find(
      (candidate) => toSessionId(candidate) === sessionId,
    );
    if (hash === undefined) throw new AppError("not_found", {}, "这台设备已退出登录");
    await repository.deleteSession(queries, userId, hash);
  }

  /** Ends all sessions of the customer but this one; returns their number. */
  async endOtherSessions({ userId, tokenHash }: Caller): Promise<number> {
    return await repository.deleteSessions(this.#deps.database.queries, userId, tokenHash);
  }
}
