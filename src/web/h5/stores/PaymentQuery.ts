import { makeAutoObservable, observableRef } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { PayState } from "#contract/order/pay.schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { payQueryPauses } from "../features/payment/payQueryPauses.ts";
import { readPayState } from "../features/payment/readPayment.ts";

/** A customer who comes back waits no longer than this for the first answer. */
const firstAnswerMs = 1_700;

interface Parts {
  api: Pick<ApiClient, "call">;
  wait(ms: number): Promise<void>;
}

/** Asks the server about one payment at a time. */
export class PaymentQuery {
  /** The order whose payment is being asked about while the customer waits for the answer. */
  confirmingId: string | null = null;
  /** The last answer about a payment. */
  state: PayState | null = null;
  private run = 0;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts" | "run">(
      this,
      { state: observableRef, parts: false, run: false },
      { autoBind: true },
    );
  }

  /** Asks with growing pauses until it is decided or the time is over; the last answer, null when stopped. */
  async confirm(orderId: string): Promise<PayState | null> {
    const run = this.begin(orderId);
    await this.poll(orderId, run, payQueryPauses());
    return this.end(run);
  }

  /**
   * Asks once and answers within two seconds what is known then (`state` null: nothing), or null when stopped.
   * Undecided payments are asked about further without the customer waiting: `state` changes when money arrives.
   */
  async check(orderId: string): Promise<{ state: PayState | null } | null> {
    const run = this.begin(orderId);
    const first = this.ask(orderId, run);
    const isDecided = await Promise.race([first, this.parts.wait(firstAnswerMs).then(() => false)]);
    if (run !== this.run) return null;
    if (!isDecided) void this.poll(orderId, run, payQueryPauses().slice(1));
    return { state: this.end(run) };
  }

  /** One question, with nobody waiting visibly; whether the money is there. */
  async isPaid(orderId: string): Promise<boolean> {
    const run = ++this.run;
    await this.ask(orderId, run);
    return run === this.run && this.state?.pay_status === "paid";
  }

  /** Nobody waits for the answer any more. */
  stop(): void {
    this.run++;
    this.confirmingId = null;
  }

  reset(): void {
    this.stop();
    this.clear();
  }

  /** Forgets the last answer. */
  clear(): void {
    this.state = null;
  }

  private begin(orderId: string): number {
    this.confirmingId = orderId;
    this.state = null;
    return ++this.run;
  }

  private end(run: number): PayState | null {
    if (run !== this.run) return null;
    this.confirmingId = null;
    return this.state;
  }

  private async poll(orderId: string, run: number, pauses: number[]): Promise<void> {
    for (const pauseMs of pauses) {
      if (pauseMs > 0) await this.parts.wait(pauseMs);
      if (run !== this.run || (await this.ask(orderId, run))) return;
    }
  }

  /** One question; true when it is decided. A refusal is final; a lost answer is not: the next may get through. */
  private async ask(orderId: string, run: number): Promise<boolean> {
    try {
      const query = { order_id: orderId };
      const state = readPayState(await this.parts.api.call(orderEndpoints.payQuery, { query }), orderId);
      if (run === this.run) this.note(state);
      return state.pay_status !== "pending";
    } catch (error) {
      return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    }
  }

  private note(state: PayState): void {
    this.state = state;
  }
}
