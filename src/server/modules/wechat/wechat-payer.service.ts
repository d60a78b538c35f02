import { wechatAuthTimeoutMs } from "#contract/constants.ts";
import type { Deps } from "../../platform/Deps.ts";
import { findCacheEntry, setIfAbsent } from "../../platform/database/cache-entries.repository.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { sha256 } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import * as orders from "../order/order.repository.ts";
import { requireOwnOrder } from "../order/order.service.ts";
import { savePayer } from "../payment/payer.repository.ts";
import { AuthCodeStore } from "./AuthCodeStore.ts";
import { sessionPrefix } from "./auth-state.rules.ts";
import { invalidAuthorization, WechatAuthClient } from "./WechatAuthClient.ts";
import { parsePayerOrderId, type WechatAuthUrls } from "./WechatAuthUrls.ts";

interface CustomerSession {
  customerId: string;
  tokenHash: string;
}

/**
 * Determines which WeChat user pays for an order, without binding that user to any account: the WeChat user
 * in whose app a customer pays may belong to another account of theirs, or to a friend.
 */
export class WechatPayerService {
  readonly #deps: Deps;
  readonly #urls: WechatAuthUrls;
  readonly #authClient: WechatAuthClient;
  readonly #codes: AuthCodeStore;

  constructor(deps: Deps, urls: WechatAuthUrls) {
    this.#deps = deps;
    this.#urls = urls;
    this.#authClient = new WechatAuthClient(deps);
    this.#codes = new AuthCodeStore(deps);
  }

  /**
   * Redeems the code of a payer's authorisation: for ten minutes this session pays that order, and no other,
   * as that WeChat user. The state must be of this session and is valid for one code. The same code within a
   * minute has the same outcome.
   * @throws AppError "bad_code", "not_found", "rate_limited", "snapshot_user", "wechat_failed".
   */
  async authorize(
    session: CustomerSession,
    input: { code: string; state: string },
  ): Promise<{ order_id: string }> {
    const state = this.#urls.parseState(input.state);
    if (state.purpose !== "payer" || state.session !== sessionPrefix(session.tokenHash))
      throw invalidAuthorization();
    const orderId = parsePayerOrderId(state.target);
    requireOwnOrder(await orders.findById(this.#deps.database.lookups, orderId), session.customerId);
    await this.#claimState(input);
    const earlierOutcome = await this.#codes.claim(input.code);
    if (earlierOutcome !== null) {
      if (earlierOutcome.kind === "refused")
        throw new AppError(earlierOutcome.word, {}, earlierOutcome.message);
      if (earlierOutcome.kind !== "payer" || earlierOutcome.orderId !== orderId) throw invalidAuthorization();
      return { order_id: orderId };
    }
    try {
      const { openid } = await this.#authClient.exchangeCode(input.code, session.customerId);
      await this.#savePayer(session.tokenHash, orderId, { openid, code: input.code });
    } catch (error) {
      await this.#codes.fail(input.code, error);
      throw error;
    }
    return { order_id: orderId };
  }

  async #savePayer(
    tokenHash: string,
    orderId: string,
    { openid, code }: { openid: string; code: string },
  ): Promise<void> {
    const expiresAt = addMs(this.#deps.clock.now(), wechatAuthTimeoutMs);
    await this.#deps.database.transaction(async (tx) => {
      await savePayer(tx, { tokenHash, orderId }, openid, expiresAt);
      await this.#codes.save(tx, code, { kind: "payer", orderId });
    });
  }

  /** Claims a state for one code; the same code again may be a repeated request. */
  async #claimState({ code, state }: { code: string; state: string }): Promise<void> {
    const now = this.#deps.clock.now();
    const key = `wechat:state:${sha256(state)}`;
    const value = sha256(code);
    const { queries } = this.#deps.database;
    if (await setIfAbsent(queries, { key, value, now, expiresAt: addMs(now, wechatAuthTimeoutMs) })) return;
    if ((await findCacheEntry<string>(queries, key, now)) !== value) throw invalidAuthorization();
  }
}
