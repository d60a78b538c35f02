import type { Deps } from "../../platform/Deps.ts";
import { findCacheEntry, setCacheEntry } from "../../platform/database/cache-entries.repository.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { generateToken, sha256 } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import * as orders from "../order/order.repository.ts";
import { requireOwnOrder } from "../order/order.service.ts";
import type { PaymentService } from "../payment/payment.service.ts";
import { WechatAuthClient } from "./WechatAuthClient.ts";

/** Time from the tap on the page to the payment in the mini-program, with retries, in ms. */
const ticketTtlMs = 10 * 60_000;

/** Scope of a ticket: one order of a customer, with the points to pay it with. */
interface TicketScope {
  userId: string;
  orderId: string;
  points: number;
}

function cacheKey(ticket: string): string {
  return `wechat:mini-program:${sha256(ticket)}`;
}

/**
 * Payments in the chain's mini-program. Its web-view has no payment sheet and shares no login with it, so the page
 * hands over a ticket, and the mini-program proves its own user by a code of `wx.login`. A ticket pays one order and
 * shows nothing of it; it works more than once, because a customer may close the sheet and pay again.
 */
export class MiniProgramPaymentService {
  readonly #deps: Deps;
  readonly #payments: Pick<PaymentService, "pay">;
  readonly #authClient: WechatAuthClient;

  constructor(deps: Deps, payments: Pick<PaymentService, "pay">) {
    this.#deps = deps;
    this.#payments = payments;
    this.#authClient = new WechatAuthClient(deps);
  }

  /**
   * Issues a ticket for a customer's unpaid order, valid for ten minutes.
   * @throws AppError "not_found", "invalid_state" (nothing to pay), "rule_broken" (the chain has no mini-program)
   */
  async issueTicket(
    userId: string,
    input: { order_id: string; points_payment?: number },
  ): Promise<{ ticket: string; expires_at: string }> {
    const { config, database, clock } = this.#deps;
    if (config.miniProgram === null) throw new AppError("rule_broken", {}, "暂不支持在小程序里支付");
    const order = requireOwnOrder(await orders.findById(database.lookups, input.order_id), userId);
    if (order.status !== "pending_payment") throw new AppError("invalid_state");
    const ticket = generateToken();
    const expiresAt = addMs(clock.now(), ticketTtlMs);
    const scope: TicketScope = { userId, orderId: order.id, points: input.points_payment ?? 0 };
    await setCacheEntry(database.queries, cacheKey(ticket), scope, expiresAt);
    return { ticket, expires_at: expiresAt.toISOString() };
  }

  /**
   * Starts, or continues, the payment of a ticket's order for the mini-program's user.
   * @throws AppError "not_found" (the ticket), "bad_code", "wechat_failed", "rate_limited", and what
   * `PaymentService.pay` throws
   */
  async pay({ ticket, code }: { ticket: string; code: string }, ip: string) {
    const { database, clock } = this.#deps;
    const scope = await findCacheEntry<TicketScope>(database.lookups, cacheKey(ticket), clock.now());
    if (scope === undefined) throw new AppError("not_found", {}, "支付页面已过期，请返回后重新点“去支付”");
    const { openid } = await this.#authClient.exchangeMiniProgramCode(code, scope.userId);
    const { jsapi } = await this.#payments.pay(
      { userId: scope.userId, ip, client: { kind: "mini_program", openid } },
      { order_id: scope.orderId, payment_method: "wechat", points_payment: scope.points },
    );
    if (jsapi === null) return { order_id: scope.orderId, payment: null };
    const { appId: _, ...payment } = jsapi;
    return { order_id: scope.orderId, payment };
  }
}
