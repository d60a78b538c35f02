import { createHash, randomBytes } from "node:crypto";
import type { JsConfig } from "#contract/wechat/schema.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Lease } from "../../gateways/wechat/WechatGateway.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { SharedCache } from "../../platform/SharedCache.ts";
import { requireOwnPage } from "./own-pages.ts";

const tokenKey = "wechat:access-token";
const ticketKey = "wechat:jsapi-ticket";
/** The provider's old and new tokens overlap by five minutes, so nobody is caught with a dead one. */
const marginS = 300;
const staleTokens = new Set(["40001", "40014", "42001"]);

/** The signature of a page for the JS-SDK (developers.weixin.qq.com, "JS-SDK", appendix 1). */
export function signPage(page: { ticket: string; nonceStr: string; timestamp: number; url: string }): string {
  const { ticket, nonceStr, timestamp, url } = page;
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`;
  return createHash("sha1").update(text).digest("hex");
}

function lifeMs({ expiresInS }: Lease): number {
  return Math.max(expiresInS - marginS, Math.min(expiresInS, 60)) * 1000;
}

/** Signs this app's own pages for the JS-SDK, with one ticket for all server processes. */
export class PageSigner {
  readonly #deps: Deps;
  readonly #cache: SharedCache;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#cache = new SharedCache(deps);
  }

  /** Throws a 400 for a page of somebody else, "wechat_failed" when there is no ticket to be had. */
  async sign(address: string): Promise<JsConfig> {
    const url = requireOwnPage(this.#deps.config, address.split("#")[0] ?? "", "url");
    const ticket = await this.#ticket();
    const nonceStr = randomBytes(8).toString("hex");
    const timestamp = Math.floor(this.#deps.clock.now().getTime() / 1000);
    const signature = signPage({ ticket, nonceStr, timestamp, url });
    return { appId: this.#deps.config.wechat.appid, timestamp, nonceStr, signature };
  }

  async #ticket(): Promise<string> {
    try {
      return await this.#cache.get(ticketKey, async () => {
        const lease = await this.#fetchTicket();
        return { value: lease.value, lifeMs: lifeMs(lease) };
      });
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#deps.log.warn({ err: error }, "no ticket for signing pages");
      throw new AppError("wechat_failed");
    }
  }

  /** A token that the provider took back early is replaced once. */
  async #fetchTicket(): Promise<Lease> {
    const token = await this.#token();
    try {
      return await this.#deps.wechat.ticket(token);
    } catch (error) {
      if (!(error instanceof GatewayError) || !staleTokens.has(error.word)) throw error;
      await this.#cache.drop(tokenKey, token);
      return await this.#deps.wechat.ticket(await this.#token());
    }
  }

  async #token(): Promise<string> {
    return await this.#cache.get(tokenKey, async () => {
      const lease = await this.#deps.wechat.accessToken();
      return { value: lease.value, lifeMs: lifeMs(lease) };
    });
  }
}
