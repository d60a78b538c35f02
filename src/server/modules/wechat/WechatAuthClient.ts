import type { ErrorCode } from "#contract/errors.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Authorisation, WechatProfile } from "../../gateways/wechat/WechatGateway.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { OutboundRateLimiter } from "../../platform/limits/OutboundRateLimiter.ts";

/** Errors that authorising again can fix: codes that are wrong, used, missing, too old, or revoked. */
const invalidCodeErrors = new Set(["40029", "40163", "41008", "42003", "42007"]);

/** Creates the error for an invalid code or state: authorising again helps. */
export function invalidAuthorization(): AppError {
  return new AppError("bad_code", {}, "微信授权已失效，请重新登录");
}

/** Exchanges codes at the WeChat open platform and translates its failures to this app's error codes. */
export class WechatAuthClient {
  readonly #deps: Deps;
  readonly #allowance: OutboundRateLimiter;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#allowance = new OutboundRateLimiter({
      queries: deps.database.queries,
      name: "wechat-codes",
      rates: deps.config.limits.wechatCodes,
      messages: { each: "微信授权太频繁，请稍后再试", shop: "微信授权的人太多了，请稍后再试" },
    });
  }

  /**
   * Exchanges a code for `subject`: a customer's id, or before login a network address. Throws "bad_code",
   * "snapshot_user", "wechat_failed", "rate_limited".
   */
  async exchangeCode(code: string, subject: string): Promise<Authorisation> {
    await this.#allowance.consume(subject);
    const authorisation = await this.#translateErrors(() => this.#deps.wechat.exchange(code));
    if (authorisation.isSnapshot) throw new AppError("snapshot_user");
    return authorisation;
  }

  /** Exchanges a mini-program's code, like `exchangeCode`. Throws "bad_code", "wechat_failed", "rate_limited". */
  async exchangeMiniProgramCode(code: string, subject: string): Promise<{ openid: string }> {
    await this.#allowance.consume(subject);
    return await this.#translateErrors(() => this.#deps.wechat.exchangeMiniProgramCode(code));
  }

  /** Fetches the profile. Throws "bad_code", "wechat_failed". */
  async fetchProfile(authorisation: Authorisation): Promise<WechatProfile> {
    return await this.#translateErrors(() => this.#deps.wechat.profile(authorisation));
  }

  async #translateErrors<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      const code: ErrorCode = invalidCodeErrors.has(error.code) ? "bad_code" : "wechat_failed";
      this.#deps.log.warn({ err: error }, "authorisation failed");
      throw code === "bad_code" ? invalidAuthorization() : new AppError(code);
    }
  }
}
