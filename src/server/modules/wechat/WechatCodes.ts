import type { ErrorWord } from "#contract/errors.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Authorisation, WechatProfile } from "../../gateways/wechat/WechatGateway.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { Allowance } from "../../platform/limits/Allowance.ts";

/** What a customer can mend by authorising again: codes that are wrong, used, missing, too old, or revoked. */
const badCodes = new Set(["40029", "40163", "41008", "42003", "42007"]);

/** The refusal of a code or state that leads nowhere: authorising again helps. */
export function badAuthorisation(): AppError {
  return new AppError("bad_code", {}, "微信授权已失效，请重新登录");
}

/** Exchanges codes of the authorisation page at the open platform, with its failures in this app's words. */
export class WechatCodes {
  readonly #deps: Deps;
  readonly #exchanges: Allowance;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#exchanges = new Allowance({
      queries: deps.database.queries,
      name: "wechat-codes",
      rates: deps.config.limits.wechatCodes,
      messages: { each: "微信授权太频繁，请稍后再试", shop: "微信授权的人太多了，请稍后再试" },
    });
  }

  /**
   * Exchanges a code for `who`: a customer's id, before the login a network address. Throws "bad_code", "snapshot_user",
   * "wechat_failed", "rate_limited".
   */
  async exchange(code: string, who: string): Promise<Authorisation> {
    await this.#exchanges.take(who);
    const authorisation = await this.#call(() => this.#deps.wechat.exchange(code));
    if (authorisation.isSnapshot) throw new AppError("snapshot_user");
    return authorisation;
  }

  /** Throws "bad_code", "wechat_failed". */
  async profile(authorisation: Authorisation): Promise<WechatProfile> {
    return await this.#call(() => this.#deps.wechat.profile(authorisation));
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      const word: ErrorWord = badCodes.has(error.word) ? "bad_code" : "wechat_failed";
      this.#deps.log.warn({ err: error }, "authorisation failed");
      throw word === "bad_code" ? badAuthorisation() : new AppError(word);
    }
  }
}
