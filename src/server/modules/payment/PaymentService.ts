import type { PayStart, PayState } from "#contract/order/pay.schema.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Trade } from "../../gateways/wechat-pay/WechatPayGateway.ts";
import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Deps } from "../../platform/Deps.ts";
import { statusTextOf } from "../order/order.presenter.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { requireOwned } from "../order/order.service.ts";
import { releasePoints } from "../order/order-points.ts";
import { type Begun, type Payer, PaymentBeginner, type PayWish } from "./PaymentBeginner.ts";
import type { AttemptRow } from "./payment.repository.ts";
import * as repository from "./payment.repository.ts";
import type { SettlementService } from "./SettlementService.ts";
import { TradeQueries } from "./TradeQueries.ts";

/** An H5 page of the provider can be opened for five minutes (WeChat Pay, H5 payment). */
const h5LifeMs = 4 * 60_000;
/** A prepay id can be opened for two hours (WeChat Pay, JSAPI payment). */
const jsapiLifeMs = 110 * 60_000;
const switchTries = 3;
const providerStates = {
  SUCCESS: "paid",
  REFUND: "paid",
  NOTPAY: "unpaid",
  USERPAYING: "paying",
  PAYERROR: "failed",
  CLOSED: "closed",
  UNKNOWN: null,
} as const satisfies Record<Trade["state"], PayState["provider_state"]>;
const batch = 20;

type PayForm = { order_id: string; payment_method?: "wechat" | "card"; points_payment?: number };

/** Paying orders at the provider and learning what became of it. */
export class PaymentService {
  readonly #deps: Deps;
  readonly #settlement: SettlementService;
  readonly #beginner: PaymentBeginner;
  readonly #tradeQueries: TradeQueries;

  constructor(deps: Deps, settlement: SettlementService) {
    this.#deps = deps;
    this.#settlement = settlement;
    this.#beginner = new PaymentBeginner(deps, settlement);
    this.#tradeQueries = new TradeQueries({
      ask: (attempt) => this.#ask(attempt),
      onError: (err) => deps.log.error({ err }, "asking the provider failed"),
      now: () => performance.now(),
      waitMs: deps.config.paymentAnswerMs,
    });
  }

  /**
   * Starts paying, or goes on with the attempt under way: by the sheet inside WeChat, by the provider's page elsewhere,
   * at once by card or when nothing is left to pay. An attempt that was begun another way is closed first. Throws
   * "openid_required" inside WeChat for a customer whose WeChat user is not known yet, "points_unusable",
   * "card_missing", "card_insufficient".
   */
  async pay(payer: Payer, form: PayForm): Promise<PayStart> {
    const wish = { method: form.payment_method ?? "wechat", points: form.points_payment ?? 0 };
    for (let nth = 0; nth < switchTries; nth++) {
      const { order, attempt } = await this.#beginAlone(payer, form.order_id, wish);
      const none = { status: order.status, h5_url: null, jsapi: null };
      if (attempt === null) return { ...none, kind: "settled" };
      const opened = await this.#open(order, attempt);
      if (opened === "ended") continue;
      if (attempt.channel === "h5") return { ...none, kind: "h5", h5_url: opened.value };
      return {
        ...none,
        kind: "jsapi",
        jsapi: this.#deps.pay.signSheet(opened.value, this.#deps.clock.now()),
      };
    }
    throw new AppError("payment_in_progress");
  }

  /** What became of paying; asks the provider at once when nobody knows yet, and answers within two seconds. */
  async query(userId: string, orderId: string): Promise<PayState> {
    const { queries } = this.#deps.database;
    const before = requireOwned(await orders.byId(queries, orderId), userId);
    const isOpen = before.status === "pending_payment";
    const open = isOpen ? await repository.openAttempt(queries, orderId) : undefined;
    const providerState = open ? await this.#tradeQueries.ask(open) : null;
    // Read again also without an attempt: a notification may have ended it since the first look.
    const order = isOpen ? requireOwned(await orders.byId(queries, orderId), userId) : before;
    return {
      order_id: order.id,
      pay_status: order.paidAt
        ? "paid"
        : order.status === "cancelled"
          ? "closed"
          : open
            ? "pending"
            : "unpaid",
      provider_state: providerState,
      status: order.status,
      status_text: statusTextOf(order),
    };
  }

  /** Asks the provider about attempts that no notification arrived for. */
  async sweep(): Promise<void> {
    const now = this.#deps.clock.now();
    const due = await this.#deps.database.transaction((tx) => repository.claimUnanswered(tx, now, batch));
    for (const attempt of due) await this.#ask(attempt);
  }

  /**
   * Ends the open attempt at the provider so that no money can come any more; false when it is already paid. Throws
   * "payment_in_progress" while the provider leaves it open, "payment_failed" when it says nothing.
   */
  async closeOpenAttempt(orderId: string): Promise<boolean> {
    const open = await repository.openAttempt(this.#deps.database.queries, orderId);
    if (open === undefined) return true;
    if ((await this.#close(open)) === "paid") {
      await this.#ask(open);
      return false;
    }
    await this.#forget(open);
    return true;
  }

  /** Closes a trade, and asks what became of it when that was answered with an error: another call may have closed it. */
  async #close({ outTradeNo }: AttemptRow): Promise<"closed" | "paid"> {
    const { pay, log } = this.#deps;
    try {
      return await pay.close(outTradeNo);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      log.warn({ err: error, trade: outTradeNo }, "trade not closed");
    }
    const trade = await pay.query(outTradeNo).catch((error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
      log.warn({ err: error, trade: outTradeNo }, "payment state unknown");
      throw new AppError("payment_failed");
    });
    if (trade === null || trade.state === "CLOSED") return "closed";
    if (trade.state === "SUCCESS" || trade.state === "REFUND") return "paid";
    throw new AppError("payment_in_progress");
  }

  /** The provider has closed the attempt's trade: no money can come for it any more, and its points are free again. */
  async #forget(attempt: AttemptRow): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const order = await orders.lock(tx, attempt.orderId);
      if (order === undefined || !(await repository.closeAttempt(tx, attempt.id))) return;
      await releasePoints(tx, order);
    });
  }

  /** Begins once no attempt of another way is open: two could both be paid. */
  async #beginAlone(payer: Payer, orderId: string, wish: PayWish): Promise<Exclude<Begun, string>> {
    for (let nth = 0; nth < switchTries; nth++) {
      const begun = await this.#deps.database.transaction((tx) =>
        this.#beginner.begin(tx, payer, orderId, wish),
      );
      if (begun !== "another way") return begun;
      if (!(await this.closeOpenAttempt(orderId))) throw new AppError("invalid_state");
    }
    throw new AppError("payment_in_progress");
  }

  /**
   * The provider's page or prepay id for an attempt; the same values again give the same prepay, so a lost answer costs
   * nothing. "ended" when somebody cancelled, or chose another way, while the provider made the trade or before.
   */
  async #open(order: OrderRow, attempt: AttemptRow): Promise<{ value: string } | "ended"> {
    const now = this.#deps.clock.now();
    const known = attempt.channel === "h5" ? attempt.h5Url : attempt.prepayId;
    if (known && attempt.prepayExpiresAt && attempt.prepayExpiresAt > now) return { value: known };
    try {
      const { opened, values } = await this.#prepay(order, attempt, now);
      if (await repository.markPending(this.#deps.database.queries, attempt.id, values))
        return { value: opened };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#deps.log.warn({ err: error, trade: attempt.outTradeNo }, "prepay failed");
      if (error.word === "ORDERPAID") {
        await this.#ask(attempt);
        throw new AppError("invalid_state");
      }
      const isClosed = error.word === "ORDER_CLOSED" || error.word === "ORDERCLOSED";
      const open = await repository.openAttempt(this.#deps.database.queries, order.id);
      if (!isClosed && open?.id === attempt.id) throw new AppError("payment_failed");
    }
    // Nobody may pay this trade any more, whoever made it last.
    if ((await this.#close(attempt)) === "paid") await this.#ask(attempt);
    else await this.#forget(attempt);
    return "ended";
  }

  async #prepay(
    order: OrderRow,
    attempt: AttemptRow,
    now: Date,
  ): Promise<{ opened: string; values: Partial<AttemptRow> }> {
    const trade = {
      outTradeNo: attempt.outTradeNo,
      description: `食单订单 ${order.orderNo}`,
      amountFen: attempt.amountFen,
      expiresAt: order.payExpireAt ?? later(now, h5LifeMs),
      clientIp: attempt.clientIp,
    };
    if (attempt.payerOpenid === null) {
      const { h5Url } = await this.#deps.pay.prepayH5(trade);
      return { opened: h5Url, values: { h5Url, prepayExpiresAt: later(now, h5LifeMs) } };
    }
    const { prepayId } = await this.#deps.pay.prepayJsapi({ ...trade, openid: attempt.payerOpenid });
    return { opened: prepayId, values: { prepayId, prepayExpiresAt: later(now, jsapiLifeMs) } };
  }

  /** Asks the provider and applies its answer; null when nobody knows. */
  async #ask(attempt: AttemptRow): Promise<PayState["provider_state"]> {
    try {
      const trade = await this.#deps.pay.query(attempt.outTradeNo);
      if (trade) await this.#settlement.apply(attempt, trade, "answer");
      return trade === null ? "unpaid" : providerStates[trade.state];
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // Nobody knows yet: the attempt stays due and is asked about again.
      this.#deps.log.warn({ err: error, trade: attempt.outTradeNo }, "payment state unknown");
      return null;
    }
  }
}
