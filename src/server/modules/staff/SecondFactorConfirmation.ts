import type { Deps } from "../../platform/Deps.ts";
import { AppError, ruleBroken } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { deleteSessions } from "../../platform/security/session.repository.ts";
import { isEnrolled, isLocked } from "./second-factor.repository.ts";
import { consumeTotpCode, countAttempt } from "./second-factor-attempt.service.ts";

/** Confirms what only the admin in person may do with a code of the authenticator app. */
export class SecondFactorConfirmation {
  readonly #deps: Pick<Deps, "database" | "clock" | "security" | "config">;

  constructor(deps: Pick<Deps, "database" | "clock" | "security" | "config">) {
    this.#deps = deps;
  }

  /**
   * Uses up a code of an admin who has a second factor. Throws "rule_broken" for a missing or wrong code,
   * "rate_limited" after too many wrong ones, "forbidden" where a second factor is required and not set up. Too many
   * wrong ones also end the admin's sessions: a stranger who holds one can lock the login once.
   */
  async confirm(staffId: string, code: string | undefined, client: ClientInfo): Promise<void> {
    const { database, clock, config } = this.#deps;
    if (!(await isEnrolled(database.queries, staffId))) {
      if (config.needsSecondFactor) throw new AppError("forbidden", {}, "请重新登录并绑定验证器后再修改");
      return;
    }
    if (code === undefined) throw ruleBroken("请输入动态验证码", "code");
    const used = await database.transaction(async (tx) => {
      const result = await countAttempt(tx, this.#deps, staffId, client, async (factor) =>
        (await consumeTotpCode(tx, factor, code, clock.now())) ? {} : null,
      );
      if (result === null && (await isLocked(tx, staffId, clock.now())))
        await deleteSessions(tx, { audience: "staff", subjectId: staffId });
      return result;
    });
    if (used === null) throw ruleBroken("动态验证码错误或已使用", "code");
  }
}
