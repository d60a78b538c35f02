import { makeAutoObservable, observableRef } from "mobx";
import { remarkMax } from "#contract/constants.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { Difference, OrderWish, Quote } from "#contract/order/quote.schema.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError, isAborted } from "#web/shared/api/ApiError.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { randomKey } from "#web/shared/randomKey.ts";
import { readJson, remove, type StorageKey, storageKeys, writeJson } from "#web/shared/storage.ts";
import { texts } from "#web/shared/texts.ts";
import type { CartLine } from "../features/cart/CartLine.ts";
import {
  type CheckoutDraft,
  emptyDraft,
  type Intent,
  intentLifeMs,
  limitText,
  parseDraft,
  tablewareMax,
} from "../features/order/intent.ts";
import { isQuote, isReceipt } from "../features/order/readQuote.ts";
import { fullName } from "../fullName.ts";
import { type Personal, type RootStore, storeOf } from "../RootStore.ts";
import { cartStore } from "./CartStore.ts";

/** Where a checkout draft rests between visits. */
export interface DraftShelf {
  read(): CheckoutDraft | null;
  write(draft: CheckoutDraft | null): void;
}

/** What is ordered, and where: a cart, or something that stands for one. */
export interface Basket {
  readonly restaurantId: string;
  readonly isEmpty: boolean;
  readonly list: readonly CartLine[];
  /** Takes over what a quote found different. */
  accept(differences: readonly Difference[]): void;
}

/** How it is ordered: what differs between takeaway, pick-up and eating there. */
export type OrderWay = Pick<
  OrderWish,
  "order_type" | "address_id" | "booking_time" | "table_no" | "contact_phone" | "third_party_order_id"
>;

interface Parts {
  api: Pick<ApiClient, "call">;
  cart: Basket;
  shelf: DraftShelf;
  newKey(): string;
  now(): number;
}

/** From the cart to an order: the quote, what the customer adds, and placing it exactly once. */
export class CheckoutStore implements Personal {
  readonly quote = new Loadable<Quote>();
  remark = emptyDraft.remark;
  tableware = emptyDraft.tableware;
  isSubmitting = false;
  /** Why the last try to place the order failed. */
  failure: ApiError | null = null;
  private intent: Intent | null = null;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts" | "intent">(
      this,
      { quote: false, parts: false, intent: observableRef, failure: observableRef },
      { autoBind: true },
    );
  }

  /** A try went without an answer; trying again is safe, and nothing else is. */
  get isUncertain(): boolean {
    return this.intent?.isUncertain === true;
  }

  get canSubmit(): boolean {
    const isPriced = this.quote.status === "ready" && !this.needsReview;
    return isPriced && !this.isSubmitting && !this.parts.cart.isEmpty;
  }

  /** Something changed or stands in the way; the customer must see to it first. */
  get needsReview(): boolean {
    const quote = this.quote.value;
    return quote !== undefined && quote.problems.length + quote.differences.length > 0;
  }

  /** The last try was refused for something the shown quote does not know yet. */
  get isQuoteOld(): boolean {
    const { failure } = this;
    return failure !== null && failure.status >= 400 && failure.status < 500 && !isQuote(failure.data.quote);
  }

  /** Reads what was typed, and the key of an order that may be under way, from the device. */
  restore(): void {
    const draft = this.parts.shelf.read() ?? emptyDraft;
    this.remark = draft.remark;
    this.tableware = draft.tableware;
    const isAlive = draft.intent !== null && this.parts.now() - draft.intent.at < intentLifeMs;
    this.intent = isAlive ? draft.intent : null;
  }

  setRemark(text: string): void {
    this.remark = limitText(text, remarkMax);
    this.keep();
  }

  setTableware(count: number): void {
    this.tableware = Math.min(tablewareMax, Math.max(0, count));
    this.keep();
  }

  /** Forgets what an earlier cart cost. */
  dropQuote(): void {
    this.quote.reset();
  }

  /** Asks what the cart costs now. Rethrows failures. */
  async askQuote(way: OrderWay): Promise<Quote> {
    return this.quote.run(async (signal) => {
      const quote = await this.parts.api.call(orderEndpoints.quote, {
        body: this.wishFor(way),
        signal,
      });
      if (!isQuote(quote)) throw new ApiError("bad_reply", texts.badReply);
      return quote;
    });
  }

  /** Takes the differences over into the cart; the quote must be asked for again. */
  acceptDifferences(): void {
    this.parts.cart.accept(this.quote.value?.differences ?? []);
    this.failure = null;
  }

  /**
   * Places the order, once for all tries of one intent; null when that is under way already.
   * Failures are kept in `failure` and rethrown.
   */
  async submit(way: OrderWay): Promise<OrderReceipt | null> {
    const expected = this.quote.value?.total_amount;
    if (this.isSubmitting || expected === undefined) return null;
    this.begin();
    try {
      const client_key = this.claimKey();
      const body = { ...this.wishFor(way), expected_total: expected, client_key };
      const receipt = await this.parts.api.call(orderEndpoints.create, { body });
      if (!isReceipt(receipt)) throw new ApiError("bad_reply", texts.badReply);
      this.finish();
      return receipt;
    } catch (error) {
      this.noteFailure(error);
      throw error;
    }
  }

  /** The order of a lost answer was found elsewhere: the next order is a new intent. */
  dropIntent(): void {
    this.intent = null;
    this.failure = null;
    this.keep();
  }

  forget(): void {
    this.finish();
  }

  private begin(): void {
    this.isSubmitting = true;
    this.failure = null;
  }

  private finish(): void {
    this.isSubmitting = false;
    this.intent = null;
    this.remark = emptyDraft.remark;
    this.tableware = emptyDraft.tableware;
    this.failure = null;
    this.quote.reset();
    this.parts.shelf.write(null);
  }

  private claimKey(): string {
    this.intent ??= { key: this.parts.newKey(), isUncertain: false, at: this.parts.now() };
    this.keep();
    return this.intent.key;
  }

  /** A refusal ends the intent, for nothing was placed; without an answer its key must be used again. */
  private noteFailure(error: unknown): void {
    this.isSubmitting = false;
    const failure = error instanceof ApiError ? error : new ApiError("internal", texts.failed);
    if (!isAborted(error)) this.failure = failure;
    if (this.intent === null) return;
    const isRefusal = failure.status >= 400 && failure.status < 500 && failure.failure !== "key_reused";
    if (!isRefusal) this.intent = { ...this.intent, isUncertain: true };
    else if (!this.intent.isUncertain) this.intent = null;
    const { quote } = failure.data;
    if (isQuote(quote)) this.quote.set(quote);
    this.keep();
  }

  private wishFor(way: OrderWay): OrderWish {
    const { cart } = this.parts;
    return {
      ...way,
      restaurant_id: cart.restaurantId,
      items: cart.list.map(({ item, quantity }) => ({
        id: item.id,
        quantity,
        seen_price: item.priceFen,
        seen_name: fullName(item),
      })),
      remark: this.remark.trim(),
      tableware_count: this.tableware,
    };
  }

  private keep(): void {
    this.parts.shelf.write({ remark: this.remark, tableware: this.tableware, intent: this.intent });
  }
}

function draftShelf(key: StorageKey): DraftShelf {
  return {
    read: () => readJson(key, parseDraft),
    write: (draft) => {
      if (draft === null) remove(key);
      else writeJson(key, draft);
    },
  };
}

/** A checkout over a basket, with its draft under a key of its own. */
export function checkoutOf(root: RootStore, cart: Basket, key: StorageKey): CheckoutStore {
  const parts = { api: root.api, cart, shelf: draftShelf(key), newKey: randomKey, now: Date.now };
  const store = new CheckoutStore(parts);
  store.restore();
  return store;
}

export const checkoutStore = storeOf((root) => checkoutOf(root, root.get(cartStore), storageKeys.checkout));
