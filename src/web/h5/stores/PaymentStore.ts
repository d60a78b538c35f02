import { makeAutoObservable, observableRef } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { PayStart, PayState } from "#contract/order/pay.schema.ts";
import type { PayAnswer, PayParams } from "#web/bridge/Bridge.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { logFailure } from "#web/shared/log.ts";
import { texts } from "#web/shared/texts.ts";
import { openCashier } from "../features/payment/paymentTrip.ts";
import { cashierUrl } from "../features/payment/payQueryPauses.ts";
import { readPayStart } from "../features/payment/readPayment.ts";
import { type Personal, storeOf } from "../RootStore.ts";
import { bridgeDoor } from "./bridgeDoor.ts";
import { PaymentQuery } from "./PaymentQuery.ts";
import type { PayFailure, PaymentParts, PayResult, PayWish } from "./paymentTypes.ts";

const usual: PayWish = { method: "wechat", points: 0 };

/** Paying an order, and asking whether the money arrived: the server's word counts, never the page one comes back from. */
export class PaymentStore implements Personal {
  /** The order whose payment is being started. */
  startingId: string | null = null;
  failed: PayFailure | null = null;
  /** The order whose sheet was opened and has not said how it ended. */
  private sheetId: string | null = null;
  private readonly query: PaymentQuery;
  private readonly parts: PaymentParts;

  constructor(parts: PaymentParts) {
    this.parts = parts;
    this.query = new PaymentQuery(parts);
    makeAutoObservable<this, "parts" | "query" | "sheetId">(
      this,
      { failed: observableRef, parts: false, query: false, sheetId: false },
      { autoBind: true },
    );
  }

  /** The order whose payment is being asked about while the customer waits for the answer. */
  get confirmingId(): string | null {
    return this.query.confirmingId;
  }

  /** The last answer about a payment. */
  get state(): PayState | null {
    return this.query.state;
  }

  /** Starts the payment of an order; null when one is being started already. Failures are kept and rethrown. */
  async start(orderId: string, wish: PayWish = usual): Promise<PayResult | null> {
    if (this.startingId !== null) return null;
    const hasSheetFailed = this.failed?.orderId === orderId && this.failed.reason === "failed";
    this.startingId = orderId;
    this.failed = null;
    this.query.clear();
    try {
      const result = hasSheetFailed
        ? await this.beginAsCurrentPayer(orderId, wish)
        : await this.begin(orderId, wish);
      if (result !== "left") this.endStart();
      if (result === "unsupported") this.noteFailure(orderId, "unsupported");
      return result;
    } catch (error) {
      const isPaid = wish.method === "card" && (await this.isPaidAfter(orderId, error));
      this.endStart();
      if (isPaid) return "settled";
      this.noteFailure(orderId, "error", error);
      throw error;
    }
  }

  /** The page is visible again, or was never left: another start is possible. */
  endStart(): void {
    this.startingId = null;
  }

  /** Asks about a payment with growing pauses until it is decided or the time is over; the last answer, if any. */
  async confirm(orderId: string): Promise<PayState | null> {
    this.failed = null;
    return this.query.confirm(orderId);
  }

  /**
   * The customer has come back from the provider's page: says within two seconds whether money is known of, and goes
   * on asking quietly when not.
   */
  async confirmReturn(orderId: string): Promise<void> {
    this.failed = null;
    const checked = await this.query.check(orderId);
    if (checked === null) return;
    const { state } = checked;
    if (state?.provider_state === "paying") await this.query.confirm(orderId);
    else if (state?.pay_status !== "paid" && state?.pay_status !== "closed")
      this.noteFailure(orderId, returnReason(state));
  }

  /** The page is seen again while a sheet that was opened for the order has not answered: perhaps it is closed. */
  async confirmSheet(orderId: string): Promise<void> {
    if (this.sheetId === orderId && this.confirmingId === null) await this.confirmReturn(orderId);
  }

  /** WeChat did not say who is to pay, so it cannot be paid in here. */
  noteNoOpenid(orderId: string): void {
    this.noteFailure(orderId, "unsupported");
  }

  /** Nobody waits for the answer any more. */
  stopConfirm(): void {
    this.query.stop();
  }

  forget(): void {
    this.query.reset();
    this.endStart();
    this.sheetId = null;
    this.failed = null;
  }

  /** A sheet also fails when the order was prepared for another WeChat user than the one in hand: that is asked first. */
  private async beginAsCurrentPayer(orderId: string, wish: PayWish): Promise<PayResult> {
    const needsSheet = wish.method === "wechat" && wish.dueFen !== 0;
    const hasLeft = needsSheet && (await this.parts.fetchOpenid(orderId).catch(() => false));
    return hasLeft ? "left" : this.begin(orderId, wish);
  }

  private async begin(orderId: string, wish: PayWish): Promise<PayResult> {
    const { method, points, isBack, dueFen } = wish;
    if (method === "wechat" && dueFen !== 0) {
      const payment = await this.parts.payInMiniProgram(orderId).catch((error: unknown) => {
        logFailure("the mini-program's page did not open", error);
        return "unavailable" as const;
      });
      // The mini-program's page covers this one, which stays as it is and asks when it is seen again.
      if (payment === "opened") {
        this.endStart();
        this.sheetId = orderId;
      }
      if (payment !== "elsewhere") return payment === "opened" ? "left" : "unsupported";
    }
    const body = { order_id: orderId, payment_method: method, points_payment: points };
    try {
      const answer = await this.parts.api.call(orderEndpoints.pay, { body });
      return await this.follow(orderId, readPayStart(answer));
    } catch (error) {
      if (!(error instanceof ApiError) || error.failure !== "openid_required") throw error;
      // WeChat blocks the page for browsers inside itself, so without an openid nothing is left here.
      const hasLeft = isBack !== true && (await this.parts.fetchOpenid(orderId).catch(() => false));
      return hasLeft ? "left" : "unsupported";
    }
  }

  /** A card pays at once, perhaps although the answer got lost: the server is asked before anything is said. */
  private async isPaidAfter(orderId: string, error: unknown): Promise<boolean> {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
    const isPaid = await this.query.isPaid(orderId);
    if (!isPaid) this.query.clear();
    return isPaid;
  }

  private async follow(orderId: string, start: PayStart): Promise<PayResult> {
    if (start.kind === "settled") return "settled";
    if (start.kind === "jsapi" && start.jsapi !== null) return this.openSheet(orderId, start.jsapi);
    if (start.kind !== "h5" || start.h5_url === null) return "unsupported";
    const back = `${this.parts.origin()}/order/${encodeURIComponent(orderId)}?from=pay`;
    const url = cashierUrl(start.h5_url, back);
    if (url === null) throw new ApiError("bad_reply", texts.badReply);
    this.parts.openPage(orderId, url);
    return "left";
  }

  private async openSheet(orderId: string, params: PayParams): Promise<PayResult> {
    this.sheetId = orderId;
    try {
      const answer = await this.parts.openSheet(params, (late) => void this.settleSheet(orderId, late));
      return await this.settleSheet(orderId, answer);
    } catch (error) {
      this.sheetId = null;
      logFailure("WeChat's sheet did not open", error);
      // Nothing was heard of WeChat's object: when it comes after all, what was said of it is no longer true.
      if (isRecord(error) && error.reason === "silent")
        void this.parts.bridgeReady().then(() => this.withdrawFailure(orderId));
      return "unsupported";
    }
  }

  private withdrawFailure(orderId: string): void {
    if (this.failed?.orderId === orderId && this.failed.reason === "unsupported") this.failed = null;
  }

  /** Whatever the sheet said, the server is asked: patiently when it said that money is on its way. */
  private async settleSheet(orderId: string, answer: PayAnswer | "silent"): Promise<PayResult> {
    this.endStart();
    if (answer === "silent") {
      // The sheet may still be open, over this page: what it says later counts then.
      await this.confirmReturn(orderId);
      if (this.sheetId === orderId && this.failed?.reason === "returned")
        this.noteFailure(orderId, "unknown");
      return this.state?.pay_status === "paid" ? "settled" : "undecided";
    }
    this.sheetId = null;
    this.failed = null;
    if (answer === "ok") {
      const state = await this.query.confirm(orderId);
      return state?.pay_status === "paid" ? "settled" : "undecided";
    }
    const checked = await this.query.check(orderId);
    if (checked?.state?.pay_status === "paid") return "settled";
    if (checked !== null) this.noteFailure(orderId, answer);
    return "unpaid";
  }

  private noteFailure(orderId: string, reason: PayFailure["reason"], error: unknown = null): void {
    this.failed = { orderId, reason, error };
  }
}

/** How to say that no money is known of; null: nothing was heard of the payment. */
function returnReason(state: PayState | null): "returned" | "unknown" {
  return state?.pay_status === "unpaid" || state?.provider_state != null ? "returned" : "unknown";
}

export const paymentStore = storeOf(
  (root) =>
    new PaymentStore({
      api: root.api,
      openPage: openCashier,
      payInMiniProgram: async (orderId) => {
        const { payInMiniProgram } = await import("./miniProgramPayment.ts");
        return payInMiniProgram(root, orderId);
      },
      openSheet: async (params, onLate) => (await root.get(bridgeDoor)()).pay(params, onLate),
      fetchOpenid: async (orderId) => {
        const { wechatStore } = await import("./WechatStore.ts");
        await root.get(wechatStore).depart({
          purpose: "payer",
          target: `/order/${encodeURIComponent(orderId)}`,
          orderId,
        });
        return true;
      },
      bridgeReady: async () => (await import("#web/bridge/nativeBridge.ts")).bridgeReady(),
      origin: () => window.location.origin,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }),
);
