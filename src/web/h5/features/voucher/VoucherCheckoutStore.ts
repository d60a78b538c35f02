import { makeAutoObservable } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import {
  isRefusal,
  parseStoredAttempt,
  type StoredAttempt,
  SubmitAttempt,
  type SubmitOutcome,
} from "#web/lib/idempotency/SubmitAttempt.ts";
import { readJson, removeItem, storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import type { InStoreType } from "../../app/parse.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { orderAttemptTtlMs } from "../checkout/checkoutDraft.ts";
import { isReceipt } from "../checkout/readQuote.ts";
import { withConsent } from "../legal/withConsent.ts";
import { parseVoucher, type Voucher } from "./Voucher.ts";

/** Attempt to redeem a voucher, stored across reloads: its key is sent with every submit. */
export interface VoucherOrderAttempt extends StoredAttempt {
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
  private voucherId = "";
  private readonly attempt: SubmitAttempt;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    const { createIdempotencyKey, now } = dependencies;
    const save = (attempt: StoredAttempt | null) =>
      dependencies.storage.write(attempt && { ...attempt, voucherId: this.voucherId });
    this.attempt = new SubmitAttempt({
      createIdempotencyKey,
      now,
      save,
      ttlMs: orderAttemptTtlMs,
      outcomeOf,
    });
    makeAutoObservable<this, "dependencies" | "attempt">(
      this,
      { voucher: false, dependencies: false, attempt: false },
      { autoBind: true },
    );
  }

  get isSubmitting(): boolean {
    return this.attempt.isSubmitting;
  }

  /** Error of the last submit. */
  get submitError(): ApiError | null {
    return this.attempt.submitError;
  }

  /** True when a submit got no response; then only a retry is safe. */
  get isUncertain(): boolean {
    return this.attempt.isUncertain;
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
    if (voucher === undefined) return null;
    return this.attempt.submit(async (client_key) => {
      const body = {
        order_type: input.type,
        restaurant_id: input.restaurantId,
        items: voucher.items.map(({ id, quantity }) => ({ id, quantity })),
        booking_time: input.time,
        table_no: input.table,
        contact_phone: input.phone,
        third_party_order_id: voucher.id,
        expected_total: 0,
        client_key,
      };
      const receipt = await this.dependencies.api.call(orderEndpoints.create, { body });
      if (!isReceipt(receipt)) throw new ApiError("bad_reply", commonMessages.badReply);
      return receipt;
    });
  }

  /** Dismisses the error of the last submit. */
  dismiss(): void {
    this.attempt.dismissError();
  }

  resetCustomerData(): void {
    this.attempt.end();
    this.voucher.reset();
    this.voucherId = "";
  }

  private switchTo(voucherId: string): void {
    if (voucherId === this.voucherId) return;
    this.voucherId = voucherId;
    this.voucher.reset();
    this.attempt.dismissError();
    const stored = this.dependencies.storage.read();
    this.attempt.restore(stored?.voucherId === voucherId ? stored : null);
  }
}

/** Once a voucher is redeemed, no retry can succeed. */
function outcomeOf(error: ApiError): SubmitOutcome {
  if (error.code === "voucher_used" || error.code === "key_reused") return "final";
  return isRefusal(error) ? "refused" : "unknown";
}

const attemptStorage: VoucherAttemptStorage = {
  read: () => readJson(storageKeys.voucherCheckout, parseAttempt),
  write: (intent) => {
    if (intent === null) removeItem(storageKeys.voucherCheckout);
    else writeJson(storageKeys.voucherCheckout, intent);
  },
};

function parseAttempt(raw: unknown): VoucherOrderAttempt | null {
  const intent = parseStoredAttempt(raw);
  if (intent === null || !isRecord(raw) || typeof raw.voucherId !== "string") return null;
  return { ...intent, voucherId: raw.voucherId };
}

export const voucherCheckoutStore = defineStore(
  (root) =>
    new VoucherCheckoutStore({
      api: withConsent(root),
      storage: attemptStorage,
      createIdempotencyKey,
      now: Date.now,
    }),
);
