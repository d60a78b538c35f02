import { makeAutoObservable, observableRef } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { PaymentStatus } from "#contract/order/payment.schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { parsePaymentStatus } from "./parsePayment.ts";
import { paymentPollIntervals } from "./paymentPollIntervals.ts";

/** Longest wait of a returning customer for the first response (ms). */
const firstResponseMs = 1_700;

interface Dependencies {
  api: Pick<ApiClient, "call">;
  wait(ms: number): Promise<void>;
}

/** Polls the server about one payment at a time. */
export class PaymentQuery {
  /** Order whose payment is checked while the customer waits. */
  confirmingId: string | null = null;
  /** The last response about a payment. */
  state: PaymentStatus | null = null;
  private runId = 0;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, "dependencies" | "runId">(
      this,
      { state: observableRef, dependencies: false, runId: false },
      { autoBind: true },
    );
  }

  /**
   * Polls with growing intervals until it is decided or times out; returns the last response, null when
   * stopped.
   */
  async confirm(orderId: string): Promise<PaymentStatus | null> {
    const runId = this.startRun(orderId);
    await this.poll(orderId, runId, paymentPollIntervals());
    return this.endRun(runId);
  }

  /**
   * Queries once and returns the known status within two seconds (`state` null: unknown), or null when
   * stopped. Undecided payments are polled further in the background: `state` changes when money arrives.
   */
  async check(orderId: string): Promise<{ state: PaymentStatus | null } | null> {
    const runId = this.startRun(orderId);
    const firstQuery = this.queryOnce(orderId, runId);
    const isDecided = await Promise.race([
      firstQuery,
      this.dependencies.wait(firstResponseMs).then(() => false),
    ]);
    if (runId !== this.runId) return null;
    if (!isDecided) void this.poll(orderId, runId, paymentPollIntervals().slice(1));
    return { state: this.endRun(runId) };
  }

  /** Queries once in the background; returns whether the money has arrived. */
  async isPaid(orderId: string): Promise<boolean> {
    const runId = ++this.runId;
    await this.queryOnce(orderId, runId);
    return runId === this.runId && this.state?.pay_status === "paid";
  }

  /** Stops the polling. */
  stop(): void {
    this.runId++;
    this.confirmingId = null;
  }

  reset(): void {
    this.stop();
    this.clear();
  }

  /** Clears the last response. */
  clear(): void {
    this.state = null;
  }

  private startRun(orderId: string): number {
    this.confirmingId = orderId;
    this.state = null;
    return ++this.runId;
  }

  private endRun(runId: number): PaymentStatus | null {
    if (runId !== this.runId) return null;
    this.confirmingId = null;
    return this.state;
  }

  private async poll(orderId: string, runId: number, delaysMs: number[]): Promise<void> {
    for (const delayMs of delaysMs) {
      if (delayMs > 0) await this.dependencies.wait(delayMs);
      if (runId !== this.runId || (await this.queryOnce(orderId, runId))) return;
    }
  }

  /**
   * Queries once; returns true when it is decided. A refusal is final; a lost response is not: the next may
   * get through.
   */
  private async queryOnce(orderId: string, runId: number): Promise<boolean> {
    try {
      const query = { order_id: orderId };
      const state = parsePaymentStatus(
        await this.dependencies.api.call(orderEndpoints.payQuery, { query }),
        orderId,
      );
      if (runId === this.runId) this.setState(state);
      return state.pay_status !== "pending";
    } catch (error) {
      return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    }
  }

  private setState(state: PaymentStatus): void {
    this.state = state;
  }
}

/** Returns the failure reason when no money is known; `state` null: no status of the payment. */
export function returnFailureReason(state: PaymentStatus | null): "returned" | "unknown" {
  return state?.pay_status === "unpaid" || state?.provider_state != null ? "returned" : "unknown";
}
