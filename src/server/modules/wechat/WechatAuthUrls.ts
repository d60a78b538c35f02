import { wechatAuthMs } from "#contract/constants.ts";
import type { AuthPurpose, WechatScope } from "#contract/wechat/schema.ts";
import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Deps } from "../../platform/Deps.ts";
import * as orders from "../order/order.repository.ts";
import { requireOwned } from "../order/order.service.ts";
import { type AuthState, readAuthState, sessionMark, signAuthState } from "./auth-state.ts";
import { requireOwnPage } from "./own-pages.ts";
import { badAuthorisation } from "./WechatCodes.ts";

/** Addresses of WeChat's authorisation page, and what the states in them say on the way back. */
export class WechatAuthUrls {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The address for a login or a profile; its parameters stand in the documented order, which WeChat checks. Throws a
   * 400 for a page that is not this app's, "wechat_failed" when WeChat is not set up.
   */
  forLogin(form: { redirect_uri: string; scope?: WechatScope; target?: string }): {
    url: string;
    state: string;
  } {
    const scope = form.scope ?? "snsapi_base";
    const purpose = scope === "snsapi_base" ? "login" : "profile";
    return this.#build(form.redirect_uri, scope, { purpose, target: form.target ?? "/", session: "" });
  }

  /**
   * The address that proves, silently, which WeChat user pays an order; good for this session only. Throws "not_found"
   * for another customer's order, and what `forLogin` throws.
   */
  async forPayer(
    session: { customerId: string; tokenHash: string },
    form: { redirect_uri: string; order_id: string },
  ): Promise<{ url: string; state: string }> {
    const { queries } = this.#deps.database;
    const order = requireOwned(await orders.byId(queries, form.order_id), session.customerId);
    const state = { target: payerTarget(order.id), session: sessionMark(session.tokenHash) };
    return this.#build(form.redirect_uri, "snsapi_base", { purpose: "payer", ...state });
  }

  /** What a state says. Throws "bad_code" for one that is forged or has expired. */
  read(state: string): AuthState {
    const read = readAuthState(this.#deps.config.wechat.appSecret, state, this.#deps.clock.now());
    if (read === null) throw badAuthorisation();
    return read;
  }

  /** What a state says to clients. Throws "bad_code". */
  show(state: string): { purpose: AuthPurpose; target: string } {
    const { purpose, target } = this.read(state);
    return { purpose, target };
  }

  #build(redirectUri: string, scope: WechatScope, state: AuthState): { url: string; state: string } {
    const { appid, appSecret, openBaseUrl } = this.#deps.config.wechat;
    const page = encodeURIComponent(requireOwnPage(this.#deps.config, redirectUri, "redirect_uri"));
    if (appid === "" || appSecret === "") throw new AppError("wechat_failed");
    const signed = signAuthState(appSecret, state, later(this.#deps.clock.now(), wechatAuthMs));
    const query = `appid=${appid}&redirect_uri=${page}&response_type=code&scope=${scope}&state=${signed}`;
    return { url: `${openBaseUrl}/connect/oauth2/authorize?${query}#wechat_redirect`, state: signed };
  }
}

/** The page that a payer's authorisation leads back to. */
export function payerTarget(orderId: string): string {
  return `/order/${orderId}`;
}

/** The order of a payer's authorisation. */
export function payerOrderId(target: string): string {
  return target.slice(payerTarget("").length);
}
