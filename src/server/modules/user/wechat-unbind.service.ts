import type { Deps } from "../../platform/Deps.ts";
import { ruleBroken } from "../../platform/http/AppError.ts";
import { deleteSessions } from "../../platform/security/session.repository.ts";
import * as repository from "./user.repository.ts";

/** Removes WeChat from accounts that can still log in by their phone number. */
export class WechatUnbindService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Unbinds the WeChat user and ends all other sessions, which may be that user's; without one nothing changes. Throws
   * "rule_broken" for an account without a phone number.
   */
  async unbind({ userId, tokenHash }: { userId: string; tokenHash: string }): Promise<void> {
    const { database, log } = this.#deps;
    await database.transaction(async (tx) => {
      await repository.lockForUpdate(tx, userId);
      const user = await repository.findById(tx, userId);
      if (user?.openid == null) return;
      if (user.phone === null) throw ruleBroken("请先绑定手机号，否则解绑后无法登录", "phone");
      await repository.update(tx, userId, { openid: null, unionid: null });
      const ended = await deleteSessions(tx, { audience: "customer", subjectId: userId }, tokenHash);
      log.info({ user: userId, ended }, "an account lost its WeChat user");
    });
  }
}
