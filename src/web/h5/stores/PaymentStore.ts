import { makeAutoObservable, observableRef } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { PayStart, PayState } from "#contract/order/pay.schema.ts";
import type { PayAnswer, PayParams } from "#web/bridge/Bridge.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { texts } from "#web/shared/texts.ts";
import { cashierUrl, payQueryPauses } from "../features/payment/payQueryPauses.ts";
import { type Personal, storeOf } from "../RootStore.ts";
import { bridgeDoor } from "./bridgeDoor.ts";

/**
 * What paying led to: nothing left to pay, away to another page, a way this browser does not have, a sheet that was
 * closed without paying, or no certainty yet.
 */
export type PayResult = "settled" | "left" | "unsupported" | "unpaid" | "undecided";

/** Why an order is not being paid: the call failed, this browser has no way to, or the sheet ended without money. */
export interface PayFailure {
  readonly orderId: string;
  readonly reason: "error" | "unsupported" | "cancelled" | "failed";
  /** What the call failed with. */
  readonly error: unknown;
}

/** How an order is paid: by the provider or the card, and with how many points. */
export interface PayWish {
  readonly method: "wechat" | "card";
  readonly points: number;
  /** WeChat's page has just been asked who pays: it is not asked twice in a row. */
  readonly isBack?: boolean;
}

const usual: PayWish = { method: "wechat", points: 0 };

interface Parts {
  api: Pick<ApiClient, "call">;
  openPage(url: string): void;
  /** Opens WeChat's sheet over the page; see `Bridge.pay`. */
  openSheet(params: PayParams, onLate: (answer: PayAnswer) => void): Promise<PayAnswer | "silent">;
  /** Leaves for WeChat's page, to learn who is to pay, and comes back to the order; false when that cannot be done. */
  fetchOpenid(orderId: string): Promise<boolean>;
  origin(): string;
  wait(ms: number): Promise<void>;
}

/** Paying an order, and asking whether the money arrived: the server's word counts, never the page one comes back from. */
export class PaymentStore implements Personal {
  /** The order whose payment is being started. */
  startingId: string | null = null;
  /** The order whose payment is being asked about. */
  confirmingId: string | null = null;
  failed: PayFailure | null = null;
  /** The last answer about a payment. */
  state: PayState | null = null;
  private run = 0;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts" | "run">(
      this,
      { state: observableRef, failed: observableRef, parts: false, run: false },
      { autoBind: true },
    );
  }

  /** Starts the payment of an order; null when one is being started already. Failures are kept and rethrown. */
  async start(orderId: string, wish: PayWish = usual): Promise<PayResult | null> {
    if (this.startingId !== null) return null;
    this.startingId = orderId;
    this.failed = null;
    this.state = null;
    try {
      const result = await this.begin(orderId, wish);
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
    const run = this.beginConfirm(orderId);
    for (const pauseMs of payQueryPauses()) {
      if (pauseMs > 0) await this.parts.wait(pauseMs);
      if (run !== this.run) return null;
      if (await this.isDecided(orderId, run)) break;
    }
    if (run === this.run) this.endConfirm();
    return run === this.run ? this.state : null;
  }

  /** WeChat did not say who is to pay, so it cannot be paid in here. */
  noteNoOpenid(orderId: string): void {
    this.noteFailure(orderId, "unsupported");
  }

  /** Nobody waits for the answer any more. */
  stopConfirm(): void {
    this.run++;
    this.endConfirm();
  }

  forget(): void {
    this.stopConfirm();
    this.endStart();
    this.state = null;
    this.failed = null;
  }

  private async begin(orderId: string, { method, points, isBack }: PayWish): Promise<PayResult> {
    const body = { order_id: orderId, payment_method: method, points_payment: points };
    try {
      return await this.follow(orderId, await this.parts.api.call(orderEndpoints.pay, { body }));
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
    const run = ++this.run;
    await this.isDecided(orderId, run);
    const isPaid = run === this.run && this.state?.pay_status === "paid";
    if (!isPaid) this.forgetAnswer();
    return isPaid;
  }

  private forgetAnswer(): void {
    this.state = null;
  }

  private async follow(orderId: string, start: PayStart): Promise<PayResult> {
    if (start.kind === "settled") return "settled";
    if (start.kind === "jsapi" && start.jsapi !== null) return this.openSheet(orderId, start.jsapi);
    if (start.kind !== "h5" || start.h5_url === null) return "unsupported";
    const back = `${this.parts.origin()}/order/${encodeURIComponent(orderId)}?from=pay`;
    const url = cashierUrl(start.h5_url, back);
    if (url === null) throw new ApiError("bad_reply", texts.badReply);
    this.parts.openPage(url);
    return "left";
  }

  private async openSheet(orderId: string, params: PayParams): Promise<PayResult> {
    try {
      const answer = await this.parts.openSheet(params, (late) => void this.settleSheet(orderId, late));
      return await this.settleSheet(orderId, answer);
    } catch (error) {
      logFailure("WeChat's sheet did not open", error);
      return "unsupported";
    }
  }

  /** Whatever the sheet said, the server is asked: patiently when money may be on its way, else once. */
  private async settleSheet(orderId: string, answer: PayAnswer | "silent"): Promise<PayResult> {
    this.endStart();
    if (answer === "ok" || answer === "silent") {
      const state = await this.confirm(orderId);
      return state?.pay_status === "paid" ? "settled" : "undecided";
    }
    const run = this.beginConfirm(orderId);
    await this.isDecided(orderId, run);
    if (run === this.run) this.endConfirm();
    if (this.state?.pay_status === "paid") return "settled";
    if (run === this.run) this.noteUnpaid(orderId, answer);
    return "unpaid";
  }

  /** An attempt that can be paid still counts as pending, which is no news after a sheet that was closed. */
  private noteUnpaid(orderId: string, answer: "cancelled" | "failed"): void {
    this.forgetAnswer();
    this.noteFailure(orderId, answer);
  }

  private beginConfirm(orderId: string): number {
    this.confirmingId = orderId;
    this.state = null;
    return ++this.run;
  }

  private endConfirm(): void {
    this.confirmingId = null;
  }

  /** One question. A refusal is final; a lost answer is not: the next question may get through. */
  private async isDecided(orderId: string, run: number): Promise<boolean> {
    try {
      const state = await this.parts.api.call(orderEndpoints.payQuery, { query: { order_id: orderId } });
      if (run === this.run) this.note(state);
      return state.pay_status !== "pending";
    } catch (error) {
      return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    }
  }

  private noteFailure(orderId: string, reason: PayFailure["reason"], error: unknown = null): void {
    this.failed = { orderId, reason, error };
  }

  private note(state: PayState): void {
    this.state = state;
  }
}

export const paymentStore = storeOf(
  (root) =>
    new PaymentStore({
      api: root.api,
      openPage: (url) => window.location.assign(url),
      openSheet: async (params, onLate) => (await root.get(bridgeDoor)()).pay(params, onLate),
      fetchOpenid: async (orderId) => {
        const { wechatStore } = await import("./WechatStore.ts");
        await root.get(wechatStore).depart("openid", `/order/${encodeURIComponent(orderId)}`);
        return true;
      },
      origin: () => window.location.origin,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }),
);
