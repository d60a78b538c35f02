import { makeAutoObservable, observableRef } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { PaymentStart, PaymentStatus } from "#contract/order/payment.schema.ts";
import type { PaymentSheetParams, PaymentSheetResult } from "#web/bridge/Bridge.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { logError } from "#web/lib/logError.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { createPaymentDependencies } from "./createPaymentDependencies.ts";
import { PaymentQuery, returnFailureReason } from "./PaymentQuery.ts";
import { parsePaymentStart } from "./parsePayment.ts";
import { cashierUrl } from "./paymentPollIntervals.ts";
import type {
  PaymentDependencies,
  PaymentFailure,
  PaymentResult,
  StartPaymentOptions,
} from "./paymentTypes.ts";

const defaultOptions: StartPaymentOptions = { method: "wechat", points: 0 };

/** Pays an order and confirms the payment: only the server's status counts, never the returning page. */
export class PaymentStore implements CustomerScoped {
  /** Order whose payment is being started. */
  startingId: string | null = null;
  failure: PaymentFailure | null = null;
  /** Order whose sheet was opened and has not returned a result. */
  private sheetOrderId: string | null = null;
  private readonly query: PaymentQuery;
  private readonly dependencies: PaymentDependencies;

  constructor(dependencies: PaymentDependencies) {
    this.dependencies = dependencies;
    this.query = new PaymentQuery(dependencies);
    makeAutoObservable<this, "dependencies" | "query" | "sheetOrderId">(
      this,
      { failure: observableRef, dependencies: false, query: false, sheetOrderId: false },
      { autoBind: true },
    );
  }

  /** Order whose payment is checked while the customer waits. */
  get confirmingId(): string | null {
    return this.query.confirmingId;
  }

  /** The last response about a payment. */
  get state(): PaymentStatus | null {
    return this.query.state;
  }

  /**
   * Starts the payment of an order; returns null when one is being started already. Failures are stored and
   * rethrown.
   */
  async start(orderId: string, options: StartPaymentOptions = defaultOptions): Promise<PaymentResult | null> {
    if (this.startingId !== null) return null;
    const hasSheetFailed = this.failure?.orderId === orderId && this.failure.reason === "failed";
    this.startingId = orderId;
    this.failure = null;
    this.query.clear();
    try {
      const result = hasSheetFailed
        ? await this.startAsCurrentPayer(orderId, options)
        : await this.startPayment(orderId, options);
      if (result !== "left") this.clearStarting();
      if (result === "unsupported") this.setFailure(orderId, "unsupported");
      return result;
    } catch (error) {
      const isPaid = options.method === "card" && (await this.isPaidAfter(orderId, error));
      this.clearStarting();
      if (isPaid) return "settled";
      this.setFailure(orderId, "error", error);
      throw error;
    }
  }

  /** Allows another start: the page is visible again, or was never left. */
  clearStarting(): void {
    this.startingId = null;
  }

  /**
   * Polls a payment with growing intervals until it is decided or times out; returns the last response, if
   * any.
   */
  async confirm(orderId: string): Promise<PaymentStatus | null> {
    this.failure = null;
    return this.query.confirm(orderId);
  }

  /**
   * Checks the payment after the return from the provider's page: reports within two seconds whether money is
   * known, and keeps polling quietly when not.
   */
  async confirmReturn(orderId: string): Promise<void> {
    this.failure = null;
    const checked = await this.query.check(orderId);
    if (checked === null) return;
    const { state } = checked;
    if (state?.provider_state === "paying") await this.query.confirm(orderId);
    else if (state?.pay_status !== "paid" && state?.pay_status !== "closed")
      this.setFailure(orderId, returnFailureReason(state));
  }

  /**
   * Checks the payment when the page becomes visible while the order's sheet has no result: it may be closed.
   */
  async confirmSheet(orderId: string): Promise<void> {
    if (this.sheetOrderId === orderId && this.confirmingId === null) await this.confirmReturn(orderId);
  }

  /** Marks the payment as unsupported: WeChat did not identify the payer, so it cannot be paid in here. */
  setUnsupported(orderId: string): void {
    this.setFailure(orderId, "unsupported");
  }

  /** Stops the polling. */
  stopConfirm(): void {
    this.query.stop();
  }

  resetCustomerData(): void {
    this.query.reset();
    this.clearStarting();
    this.sheetOrderId = null;
    this.failure = null;
  }

  /**
   * Starts the payment for the current WeChat user, whose openid is fetched first: a sheet also fails when
   * the order was prepared for another one.
   */
  private async startAsCurrentPayer(orderId: string, options: StartPaymentOptions): Promise<PaymentResult> {
    const needsSheet = options.method === "wechat" && options.dueFen !== 0;
    const hasLeft = needsSheet && (await this.dependencies.fetchOpenid(orderId).catch(() => false));
    return hasLeft ? "left" : this.startPayment(orderId, options);
  }

  private async startPayment(orderId: string, options: StartPaymentOptions): Promise<PaymentResult> {
    const { method, points, isReturn, dueFen } = options;
    if (method === "wechat" && dueFen !== 0) {
      const payment = await this.dependencies
        .payInMiniProgram({ orderId, points })
        .catch((error: unknown) => {
          if (error instanceof ApiError) throw error;
          logError("the mini-program's page did not open", error);
          return "unavailable" as const;
        });
      // The mini-program's page covers this one, which stays as it is and checks when it becomes visible
      // again.
      if (payment === "opened") {
        this.clearStarting();
        this.sheetOrderId = orderId;
      }
      if (payment !== "elsewhere") return payment === "opened" ? "left" : "unsupported";
    }
    const body = { order_id: orderId, payment_method: method, points_payment: points };
    try {
      const response = await this.dependencies.api.call(orderEndpoints.pay, { body });
      return await this.continuePayment(orderId, parsePaymentStart(response));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "openid_required") throw error;
      // WeChat blocks the page for browsers inside itself, so without an openid there is no other method
      // here.
      const hasLeft = isReturn !== true && (await this.dependencies.fetchOpenid(orderId).catch(() => false));
      return hasLeft ? "left" : "unsupported";
    }
  }

  /**
   * Checks a failed start: a card pays at once, perhaps although the response got lost, so the server is
   * queried first.
   */
  private async isPaidAfter(orderId: string, error: unknown): Promise<boolean> {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
    const isPaid = await this.query.isPaid(orderId);
    if (!isPaid) this.query.clear();
    return isPaid;
  }

  private async continuePayment(orderId: string, start: PaymentStart): Promise<PaymentResult> {
    if (start.kind === "settled") return "settled";
    if (start.kind === "jsapi" && start.jsapi !== null) return this.openSheet(orderId, start.jsapi);
    if (start.kind !== "h5" || start.h5_url === null) return "unsupported";
    const returnUrl = `${this.dependencies.origin()}/order/${encodeURIComponent(orderId)}?from=pay`;
    const url = cashierUrl(start.h5_url, returnUrl);
    if (url === null) throw new ApiError("bad_reply", commonMessages.badReply);
    this.dependencies.openPage(orderId, url);
    return "left";
  }

  private async openSheet(orderId: string, params: PaymentSheetParams): Promise<PaymentResult> {
    this.sheetOrderId = orderId;
    try {
      const result = await this.dependencies.openSheet(
        params,
        (lateResult) => void this.handleSheetResult(orderId, lateResult),
      );
      return await this.handleSheetResult(orderId, result);
    } catch (error) {
      this.sheetOrderId = null;
      logError("WeChat's sheet did not open", error);
      // WeChat's object did not respond: when it arrives after all, the unsupported mark is no longer true.
      if (isRecord(error) && error.reason === "silent")
        void this.dependencies.bridgeReady().then(() => this.clearUnsupported(orderId));
      return "unsupported";
    }
  }

  private clearUnsupported(orderId: string): void {
    if (this.failure?.orderId === orderId && this.failure.reason === "unsupported") this.failure = null;
  }

  /**
   * Handles the sheet's result. The server is queried in any case: for longer when the sheet reported
   * success.
   */
  private async handleSheetResult(
    orderId: string,
    result: PaymentSheetResult | "silent",
  ): Promise<PaymentResult> {
    this.clearStarting();
    if (result === "silent") {
      // The sheet may still be open over this page: its later result counts then.
      await this.confirmReturn(orderId);
      if (this.sheetOrderId === orderId && this.failure?.reason === "returned")
        this.setFailure(orderId, "unknown");
      return this.state?.pay_status === "paid" ? "settled" : "undecided";
    }
    this.sheetOrderId = null;
    this.failure = null;
    if (result === "ok") {
      const state = await this.query.confirm(orderId);
      return state?.pay_status === "paid" ? "settled" : "undecided";
    }
    const checked = await this.query.check(orderId);
    if (checked?.state?.pay_status === "paid") return "settled";
    if (checked !== null) this.setFailure(orderId, result);
    return "unpaid";
  }

  private setFailure(orderId: string, reason: PaymentFailure["reason"], error: unknown = null): void {
    this.failure = { orderId, reason, error };
  }
}

export const paymentStore = defineStore((root) => new PaymentStore(createPaymentDependencies(root)));
