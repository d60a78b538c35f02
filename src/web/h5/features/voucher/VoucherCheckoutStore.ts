import { makeAutoObservable, observableRef } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError, isAbortError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { createIdempotencyKey } from "#web/lib/createIdempotencyKey.ts";
import { readJson, removeItem, storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import type { InStoreType } from "../../app/parse.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { type OrderAttempt, orderAttemptTtlMs, parseCheckoutDraft } from "../checkout/checkoutDraft.ts";
import { isReceipt } from "../checkout/readQuote.ts";
import { parseVoucher, type Voucher } from "./Voucher.ts";

/** Attempt to redeem a voucher, stored across reloads: its key is sent with every submit. */
export interface VoucherOrderAttempt extends OrderAttempt {
  readonly voucherId: string;
}

/** Storage of an attempt between visits. */
export interface VoucherAttemptStorage {
  read(): VoucherOrderAttempt | null;
  write(attempt: VoucherOrderAttempt | null): void;
}

/** Restaurant, order type and time of the meal. */
export interface VoucherOrderInput {
  readonly restaurantId: string;
  readonly type: InStoreType;
  readonly time: string | null;
  readonly phone: string | null;
  /** Table to serve; null when it is collected at the counter, or not known yet. */
  readonly table: string | null;
}

interface Dependencies {
  api: Pick<ApiClient, "call">;
  storage: VoucherAttemptStorage;
  createIdempotencyKey(): string;
  now(): number;
}

/** A meal prepaid at a partner's: the voucher, and the order that redeems it, placed exactly once. */
export class VoucherCheckoutStore implements CustomerScoped {
  readonly voucher = new Loadable<Voucher>();
  isSubmitting = false;
  /** Error of the last submit. */
  submitError: ApiError | null = null;
  private voucherId = "";
  private attempt: VoucherOrderAttempt | null = null;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, "dependencies" | "attempt">(
      this,
      { voucher: false, dependencies: false, attempt: observableRef, submitError: observableRef },
      { autoBind: true },
    );
  }

  /** True when a submit got no response; then only a retry is safe. */
  get isUncertain(): boolean {
    return this.attempt?.isUncertain === true;
  }

  /** Loads the voucher of a link; clears another one. Rethrows failures. */
  async open(voucherId: string): Promise<void> {
    this.switchTo(voucherId);
    await this.voucher.run(async (signal) => {
      const query = { third_party_order_id: voucherId };
      const voucher = parseVoucher(
        await this.dependencies.api.call(orderEndpoints.voucher, { query, signal }),
      );
      if (voucher === null) throw new ApiError("bad_reply", commonMessages.badReply);
      return voucher;
    });
  }

  /**
   * Redeems the voucher, once for all submits of one attempt; returns null when a submit is already running.
   * Failures are stored in `submitError` and rethrown.
   */
  async submit(input: VoucherOrderInput): Promise<OrderReceipt | null> {
    const voucher = this.voucher.value;
    if (this.isSubmitting || voucher === undefined) return null;
    this.startSubmit();
    try {
      const body = {
        order_type: input.type,
        restaurant_id: input.restaurantId,
        items: voucher.items.map(({ id, quantity }) => ({ id, quantity })),
        booking_time: input.time,
        table_no: input.table,
        contact_phone: input.phone,
        third_party_order_id: voucher.id,
        expected_total: 0,
        client_key: this.ensureIdempotencyKey(voucher.id),
      };
      const receipt = await this.dependencies.api.call(orderEndpoints.create, { body });
      if (!isReceipt(receipt)) throw new ApiError("bad_reply", commonMessages.badReply);
      this.resetAttempt();
      return receipt;
    } catch (error) {
      this.handleError(error);
      throw error;
    }
  }

  /** Dismisses the error of the last submit. */
  dismiss(): void {
    this.submitError = null;
  }

  resetCustomerData(): void {
    this.resetAttempt();
    this.voucher.reset();
    this.voucherId = "";
  }

  private switchTo(voucherId: string): void {
    if (voucherId === this.voucherId) return;
    this.voucherId = voucherId;
    this.voucher.reset();
    this.submitError = null;
    const stored = this.dependencies.storage.read();
    const isValid =
      stored?.voucherId === voucherId && this.dependencies.now() - stored.at < orderAttemptTtlMs;
    this.attempt = isValid ? stored : null;
  }

  private startSubmit(): void {
    this.isSubmitting = true;
    this.submitError = null;
  }

  private resetAttempt(): void {
    this.isSubmitting = false;
    this.submitError = null;
    this.persist(null);
  }

  private ensureIdempotencyKey(voucherId: string): string {
    const attempt = this.attempt ?? {
      idempotencyKey: this.dependencies.createIdempotencyKey(),
      isUncertain: false,
      at: this.dependencies.now(),
      voucherId,
    };
    this.persist(attempt);
    return attempt.idempotencyKey;
  }

  /**
   * Ends the attempt after a refusal, since no order was placed with its key; without a response the key must
   * be reused.
   */
  private handleError(error: unknown): void {
    this.isSubmitting = false;
    // Aborted before sending, while a rejected login is announced.
    if (isAbortError(error)) return;
    const submitError = error instanceof ApiError ? error : new ApiError("internal", commonMessages.failed);
    this.submitError = submitError;
    if (this.attempt === null) return;
    const isRejected = submitError.status >= 400 && submitError.status < 500;
    if (!isRejected) this.persist({ ...this.attempt, isUncertain: true });
    else if (!this.attempt.isUncertain || isFinal(submitError)) this.persist(null);
  }

  private persist(attempt: VoucherOrderAttempt | null): void {
    this.attempt = attempt;
    this.dependencies.storage.write(attempt);
  }
}

/** Returns whether the voucher is redeemed already: no retry can succeed. */
function isFinal({ code: failure }: ApiError): boolean {
  return failure === "voucher_used" || failure === "key_reused";
}

const attemptStorage: VoucherAttemptStorage = {
  read: () => readJson(storageKeys.voucherCheckout, parseAttempt),
  write: (intent) => {
    if (intent === null) removeItem(storageKeys.voucherCheckout);
    else writeJson(storageKeys.voucherCheckout, intent);
  },
};

function parseAttempt(raw: unknown): VoucherOrderAttempt | null {
  const intent = parseCheckoutDraft({ intent: raw })?.intent ?? null;
  if (intent === null || !isRecord(raw) || typeof raw.voucherId !== "string") return null;
  return { ...intent, voucherId: raw.voucherId };
}

export const voucherCheckoutStore = defineStore(
  (root) =>
    new VoucherCheckoutStore({
      api: root.api,
      storage: attemptStorage,
      createIdempotencyKey,
      now: Date.now,
    }),
);
