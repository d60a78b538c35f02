import type { PaymentStart, PaymentStatus } from "#contract/order/payment.schema.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { continueTrace } from "../../platform/tracing/trace.ts";
import { toStatusText } from "../order/order.presenter.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { requireOwnOrder } from "../order/order.service.ts";
import { releasePoints } from "../order/order-points.service.ts";
import {
  type Payer,
  PaymentInitiator,
  type PaymentOptions,
  type StartedPayment,
} from "./PaymentInitiator.ts";
import type { AttemptRow } from "./payment.repository.ts";
import * as repository from "./payment.repository.ts";
import { payingApp } from "./payment-channel.rules.ts";
import { providerStates } from "./provider-states.rules.ts";
import type { SettlementService } from "./settlement.service.ts";
import { TradeQueryLimiter } from "./TradeQueryLimiter.ts";

/** An H5 page of the provider can be opened for five minutes (WeChat Pay, H5 payment). */
const h5TtlMs = 4 * 60_000;
/** A prepay id can be opened for two hours (WeChat Pay, JSAPI payment). */
const jsapiTtlMs = 110 * 60_000;
const maxSwitchAttempts = 3;
const batchSize = 20;

type PaymentInput = { order_id: string; payment_method?: "wechat" | "card"; points_payment?: number };

/** Pays for orders at the provider and queries the results. */
export class PaymentService {
  readonly #deps: Deps;
  readonly #settlement: SettlementService;
  readonly #initiator: PaymentInitiator;
  readonly #tradeQueryLimiter: TradeQueryLimiter;

  constructor(deps: Deps, settlement: SettlementService) {
    this.#deps = deps;
    this.#settlement = settlement;
    this.#initiator = new PaymentInitiator(deps, settlement);
    this.#tradeQueryLimiter = new TradeQueryLimiter({
      query: (attempt) => this.#queryProvider(attempt),
      onError: (err) => deps.log.error({ err }, "asking the provider failed"),
      now: () => performance.now(),
      timeoutMs: deps.config.paymentQueryTimeoutMs,
    });
  }

  /**
   * Starts a payment, or continues the open attempt: by the payment sheet inside WeChat and mini-programs, by the
   * provider's page elsewhere, at once by card or when nothing is left to pay. An attempt with other options is closed
   * first.
   * @throws AppError "openid_required" inside WeChat for a customer without a known WeChat user,
   * "points_unusable", "card_missing", "card_insufficient".
   */
  async pay(payer: Payer, input: PaymentInput): Promise<PaymentStart> {
    const options = { method: input.payment_method ?? "wechat", points: input.points_payment ?? 0 };
    for (let nth = 0; nth < maxSwitchAttempts; nth++) {
      const { order, attempt } = await this.#startExclusively(payer, input.order_id, options);
      const baseResult = { status: order.status, h5_url: null, jsapi: null };
      if (attempt === null) return { ...baseResult, kind: "settled" };
      const prepayHandle = await this.#openPayment(order, attempt);
      if (prepayHandle === "ended") continue;
      if (attempt.channel === "h5") return { ...baseResult, kind: "h5", h5_url: prepayHandle.value };
      return {
        ...baseResult,
        kind: "jsapi",
        jsapi: this.#deps.pay.signJsapi(
          prepayHandle.value,
          payingApp(attempt.channel),
          this.#deps.clock.now(),
        ),
      };
    }
    throw new AppError("payment_in_progress");
  }

  /**
   * Returns the payment status; queries the provider at once if it is unknown, and returns within two
   * seconds.
   */
  async queryStatus(userId: string, orderId: string): Promise<PaymentStatus> {
    const { lookups } = this.#deps.database;
    const orderBefore = requireOwnOrder(await orders.findById(lookups, orderId), userId);
    const isOpen = orderBefore.status === "pending_payment";
    const openAttempt = isOpen ? await repository.findOpenAttempt(lookups, orderId) : undefined;
    const providerState = openAttempt ? await this.#tradeQueryLimiter.query(openAttempt) : null;
    // Read again even without an attempt: a notification may have ended it since the first read.
    const order = isOpen ? requireOwnOrder(await orders.findById(lookups, orderId), userId) : orderBefore;
    return {
      order_id: order.id,
      pay_status: order.paidAt
        ? "paid"
        : order.status === "cancelled"
          ? "closed"
          : openAttempt
            ? "pending"
            : "unpaid",
      provider_state: providerState,
      status: order.status,
      status_text: toStatusText(order),
    };
  }

  /** Queries the provider about attempts without a notification. */
  async sweep(): Promise<void> {
    const now = this.#deps.clock.now();
    const due = await this.#deps.database.transaction((tx) =>
      repository.claimDueAttempts(tx, now, batchSize),
    );
    for (const attempt of due)
      await continueTrace(attempt.traceparent, { name: "payment query" }, () => this.#queryProvider(attempt));
  }

  /**
   * Closes the open attempt at the provider so that no more money can arrive; false when it is already paid.
   * Throws "payment_in_progress" while the provider leaves it open, "payment_failed" when it does not
   * respond.
   */
  async closeOpenAttempt(orderId: string): Promise<boolean> {
    const openAttempt = await repository.findOpenAttempt(this.#deps.database.lookups, orderId);
    if (openAttempt === undefined) return true;
    if ((await this.#closeTrade(openAttempt)) === "paid") {
      await this.#queryProvider(openAttempt);
      return false;
    }
    await this.#closeAttempt(openAttempt);
    return true;
  }

  /** Closes a trade, and queries its state after an error: another request may have closed it. */
  async #closeTrade({ outTradeNo }: AttemptRow): Promise<"closed" | "paid"> {
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

  /** Records that the provider has closed the trade: no more money can arrive, and its points are free. */
  async #closeAttempt(attempt: AttemptRow): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const order = await orders.lockForUpdate(tx, attempt.orderId);
      if (order === undefined || !(await repository.closeAttempt(tx, attempt.id))) return;
      await releasePoints(tx, order);
    });
  }

  /** Starts once no attempt with other options is open: two attempts could both be paid. */
  async #startExclusively(
    payer: Payer,
    orderId: string,
    options: PaymentOptions,
  ): Promise<Exclude<StartedPayment, string>> {
    for (let nth = 0; nth < maxSwitchAttempts; nth++) {
      const started = await this.#deps.database.transaction((tx) =>
        this.#initiator.initiate(tx, payer, orderId, options),
      );
      if (started !== "another way") return started;
      if (!(await this.closeOpenAttempt(orderId))) throw new AppError("invalid_state");
    }
    throw new AppError("payment_in_progress");
  }

  /**
   * Opens the provider's page or prepay id for an attempt; the same values return the same prepay id, so a
   * lost response does no harm. "ended" when the attempt was cancelled or replaced before the trade was
   * created.
   */
  async #openPayment(order: OrderRow, attempt: AttemptRow): Promise<{ value: string } | "ended"> {
    const now = this.#deps.clock.now();
    const existing = attempt.channel === "h5" ? attempt.h5Url : attempt.prepayId;
    if (existing && attempt.prepayExpiresAt && attempt.prepayExpiresAt > now) return { value: existing };
    try {
      const { prepayHandle, values } = await this.#prepay(order, attempt, now);
      if (await repository.markPending(this.#deps.database.lookups, attempt.id, values))
        return { value: prepayHandle };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#deps.log.warn({ err: error, trade: attempt.outTradeNo }, "prepay failed");
      if (error.code === "ORDERPAID") {
        await this.#queryProvider(attempt);
        throw new AppError("invalid_state");
      }
      const isClosed = error.code === "ORDER_CLOSED" || error.code === "ORDERCLOSED";
      const openAttempt = await repository.findOpenAttempt(this.#deps.database.lookups, order.id);
      if (!isClosed && openAttempt?.id === attempt.id) throw new AppError("payment_failed");
    }
    // The trade must not be paid any more, whichever process created it last.
    if ((await this.#closeTrade(attempt)) === "paid") await this.#queryProvider(attempt);
    else await this.#closeAttempt(attempt);
    return "ended";
  }

  async #prepay(
    order: OrderRow,
    attempt: AttemptRow,
    now: Date,
  ): Promise<{ prepayHandle: string; values: Partial<AttemptRow> }> {
    const trade = {
      outTradeNo: attempt.outTradeNo,
      description: `${this.#deps.chainSettings.current.brand.name}订单 ${order.orderNo}`,
      amountFen: attempt.amountFen,
      expiresAt: order.payExpireAt ?? addMs(now, h5TtlMs),
      clientIp: attempt.clientIp,
    };
    if (attempt.payerOpenid === null) {
      const { h5Url } = await this.#deps.pay.prepayH5(trade);
      return { prepayHandle: h5Url, values: { h5Url, prepayExpiresAt: addMs(now, h5TtlMs) } };
    }
    const { prepayId } = await this.#deps.pay.prepayJsapi({
      ...trade,
      app: payingApp(attempt.channel),
      openid: attempt.payerOpenid,
    });
    return { prepayHandle: prepayId, values: { prepayId, prepayExpiresAt: addMs(now, jsapiTtlMs) } };
  }

  /** Queries the provider and applies the result; null when it is unknown. */
  async #queryProvider(attempt: AttemptRow): Promise<PaymentStatus["provider_state"]> {
    try {
      const trade = await this.#deps.pay.query(attempt.outTradeNo);
      if (trade) await this.#settlement.applyTrade(attempt, trade, "answer");
      return trade === null ? "unpaid" : providerStates[trade.state];
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // Unknown state: the attempt stays due and is queried again.
      this.#deps.log.warn({ err: error, trade: attempt.outTradeNo }, "payment state unknown");
      return null;
    }
  }
}
