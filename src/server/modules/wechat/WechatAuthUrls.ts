import { wechatAuthTimeoutMs } from "#contract/constants.ts";
import type { AuthPurpose, WechatScope } from "#contract/wechat/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import * as orders from "../order/order.repository.ts";
import { requireOwnOrder } from "../order/order.service.ts";
import { requireAllowedPage } from "./allowed-page.rules.ts";
import { type AuthState, parseAuthState, sessionPrefix, signAuthState } from "./auth-state.rules.ts";
import { invalidAuthorization } from "./WechatAuthClient.ts";

/** Creates URLs of WeChat's authorisation page, and parses their states on return. */
export class WechatAuthUrls {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Creates the URL for a login or a profile; its parameters are in the documented order, which WeChat
   * checks. Throws a 400 for a foreign page, "wechat_failed" when WeChat is not configured.
   */
  createLoginUrl(input: { redirect_uri: string; scope?: WechatScope; target?: string }): {
    url: string;
    state: string;
  } {
    const scope = input.scope ?? "snsapi_base";
    const purpose = scope === "snsapi_base" ? "login" : "profile";
    return this.#build(input.redirect_uri, scope, { purpose, target: input.target ?? "/", session: "" });
  }

  /**
   * Creates the URL that silently proves which WeChat user pays for an order; valid for this session only.
   * Throws "not_found" for another customer's order, and what `createLoginUrl` throws.
   */
  async createPayerUrl(
    session: { customerId: string; tokenHash: string },
    input: { redirect_uri: string; order_id: string },
  ): Promise<{ url: string; state: string }> {
    const { queries } = this.#deps.database;
    const order = requireOwnOrder(await orders.findById(queries, input.order_id), session.customerId);
    const state = { target: payerTarget(order.id), session: sessionPrefix(session.tokenHash) };
    return this.#build(input.redirect_uri, "snsapi_base", { purpose: "payer", ...state });
  }

  /** Parses a state. Throws "bad_code" for a forged or expired one. */
  parseState(state: string): AuthState {
    const parsed = parseAuthState(this.#deps.config.wechat.appSecret, state, this.#deps.clock.now());
    if (parsed === null) throw invalidAuthorization();
    return parsed;
  }

  /** Returns the parts of a state that clients need. Throws "bad_code". */
  describeState(state: string): { purpose: AuthPurpose; target: string } {
    const { purpose, target } = this.parseState(state);
    return { purpose, target };
  }

  #build(redirectUri: string, scope: WechatScope, state: AuthState): { url: string; state: string } {
    const { appid, appSecret, openBaseUrl } = this.#deps.config.wechat;
    const encodedRedirect = encodeURIComponent(
      requireAllowedPage(this.#deps.config, redirectUri, "redirect_uri"),
    );
    if (appid === "" || appSecret === "") throw new AppError("wechat_failed");
    const signedState = signAuthState(appSecret, state, addMs(this.#deps.clock.now(), wechatAuthTimeoutMs));
    const query = `appid=${appid}&redirect_uri=${encodedRedirect}&response_type=code&scope=${scope}&state=${signedState}`;
    return { url: `${openBaseUrl}/connect/oauth2/authorize?${query}#wechat_redirect`, state: signedState };
  }
}

/** Returns the page that a payer's authorisation leads back to. */
export function payerTarget(orderId: string): string {
  return `/order/${orderId}`;
}

/** Returns the order id of a payer's authorisation. */
export function parsePayerOrderId(target: string): string {
  return target.slice(payerTarget("").length);
}
