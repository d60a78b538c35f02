import { makeAutoObservable, observableRef } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError, isAborted } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { randomKey } from "#web/shared/randomKey.ts";
import { readJson, remove, storageKeys, writeJson } from "#web/shared/storage.ts";
import { texts } from "#web/shared/texts.ts";
import type { InStoreType } from "../features/booking/Plan.ts";
import { type Intent, intentLifeMs, parseDraft } from "../features/order/intent.ts";
import { isReceipt } from "../features/order/readQuote.ts";
import { normalizeVoucher, type Voucher } from "../features/prepaid/Voucher.ts";
import { type Personal, storeOf } from "../RootStore.ts";

/** A try to redeem a voucher, kept over reloads: its key travels with every try. */
export interface RedeemIntent extends Intent {
  readonly voucherId: string;
}

/** Where an intent rests between visits. */
export interface IntentShelf {
  read(): RedeemIntent | null;
  write(intent: RedeemIntent | null): void;
}

/** Where, how and when the meal is to be had. */
export interface RedeemWish {
  readonly restaurantId: string;
  readonly type: InStoreType;
  readonly time: string | null;
  readonly phone: string | null;
  /** Where it is brought to; null when it is fetched at the counter, or not known yet. */
  readonly table: string | null;
}

interface Parts {
  api: Pick<ApiClient, "call">;
  shelf: IntentShelf;
  newKey(): string;
  now(): number;
}

/** A meal that was paid for at a partner's: the voucher, and the order it is redeemed with, placed exactly once. */
export class RedeemStore implements Personal {
  readonly voucher = new Loadable<Voucher>();
  isSubmitting = false;
  /** Why the last try to place the order failed. */
  failure: ApiError | null = null;
  private voucherId = "";
  private intent: RedeemIntent | null = null;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts" | "intent">(
      this,
      { voucher: false, parts: false, intent: observableRef, failure: observableRef },
      { autoBind: true },
    );
  }

  /** A try went without an answer; trying again is safe, and nothing else is. */
  get isUncertain(): boolean {
    return this.intent?.isUncertain === true;
  }

  /** Reads the voucher of a link; what is known of another one is forgotten. Rethrows failures. */
  async open(voucherId: string): Promise<void> {
    this.turnTo(voucherId);
    await this.voucher.run(async (signal) => {
      const query = { third_party_order_id: voucherId };
      const voucher = normalizeVoucher(await this.parts.api.call(orderEndpoints.voucher, { query, signal }));
      if (voucher === null) throw new ApiError("bad_reply", texts.badReply);
      return voucher;
    });
  }

  /**
   * Redeems the voucher, once for all tries of one intent; null when that is under way already.
   * Failures are kept in `failure` and rethrown.
   */
  async submit(wish: RedeemWish): Promise<OrderReceipt | null> {
    const voucher = this.voucher.value;
    if (this.isSubmitting || voucher === undefined) return null;
    this.begin();
    try {
      const body = {
        order_type: wish.type,
        restaurant_id: wish.restaurantId,
        items: voucher.items.map(({ id, quantity }) => ({ id, quantity })),
        booking_time: wish.time,
        table_no: wish.table,
        contact_phone: wish.phone,
        third_party_order_id: voucher.id,
        expected_total: 0,
        client_key: this.claimKey(voucher.id),
      };
      const receipt = await this.parts.api.call(orderEndpoints.create, { body });
      if (!isReceipt(receipt)) throw new ApiError("bad_reply", texts.badReply);
      this.finish();
      return receipt;
    } catch (error) {
      this.noteFailure(error);
      throw error;
    }
  }

  /** What was said about the last try has been seen to. */
  dismiss(): void {
    this.failure = null;
  }

  forget(): void {
    this.finish();
    this.voucher.reset();
    this.voucherId = "";
  }

  private turnTo(voucherId: string): void {
    if (voucherId === this.voucherId) return;
    this.voucherId = voucherId;
    this.voucher.reset();
    this.failure = null;
    const kept = this.parts.shelf.read();
    const isAlive = kept?.voucherId === voucherId && this.parts.now() - kept.at < intentLifeMs;
    this.intent = isAlive ? kept : null;
  }

  private begin(): void {
    this.isSubmitting = true;
    this.failure = null;
  }

  private finish(): void {
    this.isSubmitting = false;
    this.failure = null;
    this.keep(null);
  }

  private claimKey(voucherId: string): string {
    const intent = this.intent ?? {
      key: this.parts.newKey(),
      isUncertain: false,
      at: this.parts.now(),
      voucherId,
    };
    this.keep(intent);
    return intent.key;
  }

  /** A refusal ends the intent, for nothing was placed with its key; without an answer the key must be used again. */
  private noteFailure(error: unknown): void {
    this.isSubmitting = false;
    // Given up before it was sent, while a refused login is announced.
    if (isAborted(error)) return;
    const failure = error instanceof ApiError ? error : new ApiError("internal", texts.failed);
    this.failure = failure;
    if (this.intent === null) return;
    const isRefusal = failure.status >= 400 && failure.status < 500;
    if (!isRefusal) this.keep({ ...this.intent, isUncertain: true });
    else if (!this.intent.isUncertain || isEnd(failure)) this.keep(null);
  }

  private keep(intent: RedeemIntent | null): void {
    this.intent = intent;
    this.parts.shelf.write(intent);
  }
}

/** The voucher is redeemed, whoever did it: there is nothing left to try. */
function isEnd({ failure }: ApiError): boolean {
  return failure === "voucher_used" || failure === "key_reused";
}

const intentShelf: IntentShelf = {
  read: () => readJson(storageKeys.redeem, parseIntent),
  write: (intent) => {
    if (intent === null) remove(storageKeys.redeem);
    else writeJson(storageKeys.redeem, intent);
  },
};

function parseIntent(raw: unknown): RedeemIntent | null {
  const intent = parseDraft({ intent: raw })?.intent ?? null;
  if (intent === null || !isRecord(raw) || typeof raw.voucherId !== "string") return null;
  return { ...intent, voucherId: raw.voucherId };
}

export const redeemStore = storeOf(
  (root) => new RedeemStore({ api: root.api, shelf: intentShelf, newKey: randomKey, now: Date.now }),
);
