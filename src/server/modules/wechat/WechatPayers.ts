import { wechatAuthMs } from "#contract/constants.ts";
import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Deps } from "../../platform/Deps.ts";
import { sha256 } from "../../platform/ids.ts";
import { claimShared, readShared } from "../../platform/sharedRows.ts";
import * as orders from "../order/order.repository.ts";
import { requireOwned } from "../order/order.service.ts";
import { savePayer } from "../payment/payer.repository.ts";
import { sessionMark } from "./auth-state.ts";
import { CodeMemory } from "./CodeMemory.ts";
import { payerOrderId, type WechatAuthUrls } from "./WechatAuthUrls.ts";
import { badAuthorisation, WechatCodes } from "./WechatCodes.ts";

interface CustomerSession {
  customerId: string;
  tokenHash: string;
}

/**
 * Learns which WeChat user pays an order, without binding that user to any account: the WeChat user in whose app a
 * customer pays may belong to another account of theirs, or to a friend.
 */
export class WechatPayers {
  readonly #deps: Deps;
  readonly #urls: WechatAuthUrls;
  readonly #exchanges: WechatCodes;
  readonly #codes: CodeMemory;

  constructor(deps: Deps, urls: WechatAuthUrls) {
    this.#deps = deps;
    this.#urls = urls;
    this.#exchanges = new WechatCodes(deps);
    this.#codes = new CodeMemory(deps);
  }

  /**
   * Takes the code of a payer's authorisation: for ten minutes this session pays that order, and no other, as that WeChat
   * user. The state must be of this session and good for one code. The same code within a minute ends the
   * same way. Throws "bad_code", "not_found", "rate_limited",
   * "snapshot_user", "wechat_failed".
   */
  async authorise(
    session: CustomerSession,
    form: { code: string; state: string },
  ): Promise<{ order_id: string }> {
    const state = this.#urls.read(form.state);
    if (state.purpose !== "payer" || state.session !== sessionMark(session.tokenHash))
      throw badAuthorisation();
    const orderId = payerOrderId(state.target);
    requireOwned(await orders.byId(this.#deps.database.queries, orderId), session.customerId);
    await this.#claimState(form);
    const earlier = await this.#codes.begin(form.code);
    if (earlier !== null) {
      if (earlier.kind === "refused") throw new AppError(earlier.word, {}, earlier.message);
      if (earlier.kind !== "payer" || earlier.orderId !== orderId) throw badAuthorisation();
      return { order_id: orderId };
    }
    try {
      const { openid } = await this.#exchanges.exchange(form.code, session.customerId);
      await this.#save(session.tokenHash, orderId, { openid, code: form.code });
    } catch (error) {
      await this.#codes.fail(form.code, error);
      throw error;
    }
    return { order_id: orderId };
  }

  async #save(
    tokenHash: string,
    orderId: string,
    { openid, code }: { openid: string; code: string },
  ): Promise<void> {
    const expiresAt = later(this.#deps.clock.now(), wechatAuthMs);
    await this.#deps.database.transaction(async (tx) => {
      await savePayer(tx, { tokenHash, orderId }, openid, expiresAt);
      await this.#codes.keep(tx, code, { kind: "payer", orderId });
    });
  }

  /** A state leads to one code only; the same code again may be a repeated request. */
  async #claimState({ code, state }: { code: string; state: string }): Promise<void> {
    const now = this.#deps.clock.now();
    const key = `wechat:state:${sha256(state)}`;
    const value = sha256(code);
    const { queries } = this.#deps.database;
    if (await claimShared(queries, { key, value, now, until: later(now, wechatAuthMs) })) return;
    if ((await readShared<string>(queries, key, now)) !== value) throw badAuthorisation();
  }
}
