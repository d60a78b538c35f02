import { makeAutoObservable, observableRef } from "mobx";
import { remarkMax } from "#contract/constants.ts";
import type { Difference, OrderWish } from "#contract/order/quote.schema.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { SoldoutPolicy } from "#contract/order/status.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError, isAborted } from "#web/shared/api/ApiError.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { randomKey } from "#web/shared/randomKey.ts";
import { type StorageKey, storageKeys } from "#web/shared/storage.ts";
import { texts } from "#web/shared/texts.ts";
import type { CartLine } from "../features/cart/CartLine.ts";
import { emptyDraft, type Intent, intentLifeMs, limitText, tablewareMax } from "../features/order/intent.ts";
import { isQuote } from "../features/order/readQuote.ts";
import { type CheckoutQuote, type DeliveryTerms, sumCart } from "../features/order/sumCart.ts";
import { type Personal, type RootStore, storeOf } from "../RootStore.ts";
import { cartStore } from "./CartStore.ts";
import { type DraftStorage, draftStorage } from "./draftStorage.ts";
import { menuStore } from "./MenuStore.ts";
import { OrderCalls, toOrderItems } from "./OrderCalls.ts";
import { type SoldoutChoice, soldoutChoice } from "./soldoutChoice.ts";

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
  shelf: DraftStorage;
  soldout: SoldoutChoice;
  newKey(): string;
  now(): number;
  /** What the restaurant's menu says about bringing, for hosts without quotes; null when that is not known. */
  terms?(restaurantId: string): Promise<DeliveryTerms | null>;
}

/** From the cart to an order: the quote, what the customer adds, and placing it exactly once. */
export class CheckoutStore implements Personal {
  readonly quote = new Loadable<CheckoutQuote>();
  remark = emptyDraft.remark;
  tableware = emptyDraft.tableware;
  /** What is to happen with a dish that turns out not to be available. */
  soldoutPolicy: SoldoutPolicy;
  isSubmitting = false;
  /** Why the last try to place the order failed. */
  failure: ApiError | null = null;
  private intent: Intent | null = null;
  private readonly parts: Parts;
  private readonly calls: OrderCalls;

  constructor(parts: Parts) {
    this.parts = parts;
    this.soldoutPolicy = parts.soldout.read();
    this.calls = new OrderCalls(parts.api);
    makeAutoObservable<this, "parts" | "calls" | "intent">(
      this,
      { quote: false, parts: false, calls: false, intent: observableRef, failure: observableRef },
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

  /** Chosen once, it holds for the orders of this visit. */
  setSoldoutPolicy(policy: SoldoutPolicy): void {
    this.soldoutPolicy = policy;
    this.parts.soldout.write(policy);
  }

  /** Forgets what an earlier cart cost. */
  dropQuote(): void {
    this.quote.reset();
  }

  /** Asks what the cart costs now. Rethrows failures. */
  async askQuote(way: OrderWay): Promise<CheckoutQuote> {
    const { cart, terms } = this.parts;
    const isBrought = way.order_type === "takeaway";
    const sum = async () => sumCart(cart.list, isBrought, (await terms?.(cart.restaurantId)) ?? null);
    return this.quote.run((signal) => this.calls.quote(this.wishFor(way), sum, signal));
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
      const receipt = await this.calls.create(body);
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
    this.soldoutPolicy = this.parts.soldout.clear();
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
    // Given up before it was sent, while a refused login is announced.
    if (isAborted(error)) return;
    const failure = error instanceof ApiError ? error : new ApiError("internal", texts.failed);
    // A login that has ended is announced by the 401 rule, and is no failure of the order after the next login.
    if (failure.status !== 401) this.failure = failure;
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
      items: toOrderItems(cart.list),
      remark: this.remark.trim(),
      tableware_count: this.tableware,
      soldout_policy: this.soldoutPolicy,
    };
  }

  private keep(): void {
    this.parts.shelf.write({ remark: this.remark, tableware: this.tableware, intent: this.intent });
  }
}

/** A checkout over a basket, with its draft under a key of its own. */
export function checkoutOf(
  root: RootStore,
  cart: Basket,
  key: StorageKey,
  terms: NonNullable<Parts["terms"]> = async () => null,
): CheckoutStore {
  const parts = { api: root.api, cart, shelf: draftStorage(key), soldout: soldoutChoice, terms };
  const store = new CheckoutStore({ ...parts, newKey: randomKey, now: Date.now });
  store.restore();
  return store;
}

export const checkoutStore = storeOf((root) =>
  checkoutOf(root, root.get(cartStore), storageKeys.checkout, async (restaurantId) =>
    root.get(menuStore).termsFor(restaurantId),
  ),
);
