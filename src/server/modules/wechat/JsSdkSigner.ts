import { createHash, randomBytes } from "node:crypto";
import type { JsConfig } from "#contract/wechat/schema.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { ExpiringToken } from "../../gateways/wechat/WechatGateway.ts";
import type { Deps } from "../../platform/Deps.ts";
import { DistributedCache } from "../../platform/database/DistributedCache.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { requireAllowedPage } from "./allowed-page.rules.ts";

const tokenKey = "wechat:access-token";
const ticketKey = "wechat:jsapi-ticket";
/** The provider's old and new tokens overlap by five minutes, so a token is never used after its end. */
const marginSeconds = 300;
const staleTokens = new Set(["40001", "40014", "42001"]);

/** Signs a page for the JS-SDK (developers.weixin.qq.com, "JS-SDK", appendix 1). */
export function signPageUrl(page: {
  ticket: string;
  nonceStr: string;
  timestamp: number;
  url: string;
}): string {
  const { ticket, nonceStr, timestamp, url } = page;
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`;
  return createHash("sha1").update(text).digest("hex");
}

function tokenTtlMs({ expiresInS }: ExpiringToken): number {
  return Math.max(expiresInS - marginSeconds, Math.min(expiresInS, 60)) * 1000;
}

/** Signs this app's own pages for the JS-SDK, with one ticket for all server processes. */
export class JsSdkSigner {
  readonly #deps: Deps;
  readonly #cache: DistributedCache;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#cache = new DistributedCache(deps);
  }

  /** Throws a 400 for a foreign page, "wechat_failed" when no ticket is available. */
  async sign(pageUrl: string): Promise<JsConfig> {
    const url = requireAllowedPage(this.#deps.config, pageUrl.split("#")[0] ?? "", "url");
    const ticket = await this.#getTicket();
    const nonceStr = randomBytes(8).toString("hex");
    const timestamp = Math.floor(this.#deps.clock.now().getTime() / 1000);
    const signature = signPageUrl({ ticket, nonceStr, timestamp, url });
    return { appId: this.#deps.config.wechat.appid, timestamp, nonceStr, signature };
  }

  async #getTicket(): Promise<string> {
    try {
      return await this.#cache.get(ticketKey, async () => {
        const expiringToken = await this.#fetchTicket();
        return { value: expiringToken.value, ttlMs: tokenTtlMs(expiringToken) };
      });
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#deps.log.warn({ err: error }, "no ticket for signing pages");
      throw new AppError("wechat_failed");
    }
  }

  /** Fetches a ticket; a token revoked early by the provider is replaced once. */
  async #fetchTicket(): Promise<ExpiringToken> {
    const token = await this.#getToken();
    try {
      return await this.#deps.wechat.ticket(token);
    } catch (error) {
      if (!(error instanceof GatewayError) || !staleTokens.has(error.code)) throw error;
      await this.#cache.invalidate(tokenKey, token);
      return await this.#deps.wechat.ticket(await this.#getToken());
    }
  }

  async #getToken(): Promise<string> {
    return await this.#cache.get(tokenKey, async () => {
      const expiringToken = await this.#deps.wechat.accessToken();
      return { value: expiringToken.value, ttlMs: tokenTtlMs(expiringToken) };
    });
  }
}
