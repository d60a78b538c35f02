import { makeAutoObservable, observableRef } from "mobx";
import { remarkMax } from "#contract/constants.ts";
import type { CartDifference, QuoteRequest } from "#contract/order/quote.schema.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { SoldoutPolicy } from "#contract/order/status.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError, isAbortError } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import type { CustomerScoped } from "../../app/RootStore.ts";
import type { CartLine } from "../cart/CartLine.ts";
import type { CheckoutDraftStorage } from "./checkoutDraft.storage.ts";
import {
  emptyCheckoutDraft,
  type OrderAttempt,
  orderAttemptTtlMs,
  tablewareMax,
  truncateText,
} from "./checkoutDraft.ts";
import { OrderApi, toOrderItems } from "./OrderApi.ts";
import { isQuote } from "./readQuote.ts";
import type { SoldoutPolicyStorage } from "./soldoutPolicyStorage.ts";
import { type CheckoutQuote, type DeliveryTerms, sumCart } from "./sumCart.ts";

/** What is ordered, and where: a cart, or something that stands for one. */
export interface CartLike {
  readonly restaurantId: string;
  readonly isEmpty: boolean;
  readonly list: readonly CartLine[];
  /** Takes over what a quote found different. */
  applyDifferences(differences: readonly CartDifference[]): void;
}

/** How it is ordered: what differs between takeaway, pick-up and eating there. */
export type FulfilmentOptions = Pick<
  QuoteRequest,
  "order_type" | "address_id" | "booking_time" | "table_no" | "contact_phone" | "third_party_order_id"
>;

export interface CheckoutDependencies {
  api: Pick<ApiClient, "call">;
  cart: CartLike;
  storage: CheckoutDraftStorage;
  soldout: SoldoutPolicyStorage;
  createKey(): string;
  now(): number;
  /** What the restaurant's menu says about bringing, for hosts without quotes; null when that is not known. */
  findDeliveryTerms?(restaurantId: string): Promise<DeliveryTerms | null>;
}

/** From the cart to an order: the quote, what the customer adds, and placing it exactly once. */
export class CheckoutStore implements CustomerScoped {
  readonly quote = new Loadable<CheckoutQuote>();
  remark = emptyCheckoutDraft.remark;
  tableware = emptyCheckoutDraft.tableware;
  /** What is to happen with a dish that turns out not to be available. */
  soldoutPolicy: SoldoutPolicy;
  isSubmitting = false;
  /** Why the last try to place the order failed. */
  submitError: ApiError | null = null;
  private intent: OrderAttempt | null = null;
  private readonly dependencies: CheckoutDependencies;
  private readonly orderApi: OrderApi;

  constructor(dependencies: CheckoutDependencies) {
    this.dependencies = dependencies;
    this.soldoutPolicy = dependencies.soldout.read();
    this.orderApi = new OrderApi(dependencies.api);
    makeAutoObservable<this, "dependencies" | "orderApi" | "intent">(
      this,
      {
        quote: false,
        dependencies: false,
        orderApi: false,
        intent: observableRef,
        submitError: observableRef,
      },
      { autoBind: true },
    );
  }

  /** A try went without an answer; trying again is safe, and nothing else is. */
  get isUncertain(): boolean {
    return this.intent?.isUncertain === true;
  }

  get canSubmit(): boolean {
    const isPriced = this.quote.status === "ready" && !this.needsReview;
    return isPriced && !this.isSubmitting && !this.dependencies.cart.isEmpty;
  }

  /** Something changed or stands in the way; the customer must see to it first. */
  get needsReview(): boolean {
    const quote = this.quote.value;
    return quote !== undefined && quote.problems.length + quote.differences.length > 0;
  }

  /** The last try was refused for something the shown quote does not know yet. */
  get isQuoteStale(): boolean {
    const { submitError } = this;
    return (
      submitError !== null &&
      submitError.status >= 400 &&
      submitError.status < 500 &&
      !isQuote(submitError.data.quote)
    );
  }

  /** Reads what was typed, and the key of an order that may be under way, from the device. */
  restore(): void {
    const draft = this.dependencies.storage.read() ?? emptyCheckoutDraft;
    this.remark = draft.remark;
    this.tableware = draft.tableware;
    const isValid = draft.intent !== null && this.dependencies.now() - draft.intent.at < orderAttemptTtlMs;
    this.intent = isValid ? draft.intent : null;
  }

  setRemark(text: string): void {
    this.remark = truncateText(text, remarkMax);
    this.persist();
  }

  setTableware(count: number): void {
    this.tableware = Math.min(tablewareMax, Math.max(0, count));
    this.persist();
  }

  /** Chosen once, it holds for the orders of this visit. */
  setSoldoutPolicy(policy: SoldoutPolicy): void {
    this.soldoutPolicy = policy;
    this.dependencies.soldout.write(policy);
  }

  /** Forgets what an earlier cart cost. */
  clearQuote(): void {
    this.quote.reset();
  }

  /** Asks what the cart costs now. Rethrows failures. */
  async fetchQuote(options: FulfilmentOptions): Promise<CheckoutQuote> {
    const { cart, findDeliveryTerms: terms } = this.dependencies;
    const isDelivery = options.order_type === "takeaway";
    const sumLocally = async () => sumCart(cart.list, isDelivery, (await terms?.(cart.restaurantId)) ?? null);
    return this.quote.run((signal) => this.orderApi.quote(this.toQuoteRequest(options), sumLocally, signal));
  }

  /** Takes the differences over into the cart; the quote must be asked for again. */
  acceptDifferences(): void {
    this.dependencies.cart.applyDifferences(this.quote.value?.differences ?? []);
    this.submitError = null;
  }

  /**
   * Places the order, once for all tries of one intent; null when that is under way already.
   * Failures are kept in `failure` and rethrown.
   */
  async submit(options: FulfilmentOptions): Promise<OrderReceipt | null> {
    const expectedTotal = this.quote.value?.total_amount;
    if (this.isSubmitting || expectedTotal === undefined) return null;
    this.startSubmit();
    try {
      const client_key = this.ensureKey();
      const body = { ...this.toQuoteRequest(options), expected_total: expectedTotal, client_key };
      const receipt = await this.orderApi.create(body);
      this.resetDraft();
      return receipt;
    } catch (error) {
      this.handleError(error);
      throw error;
    }
  }

  /** The order of a lost answer was found elsewhere: the next order is a new intent. */
  discardAttempt(): void {
    this.intent = null;
    this.submitError = null;
    this.persist();
  }

  reset(): void {
    this.resetDraft();
    this.soldoutPolicy = this.dependencies.soldout.clear();
  }

  private startSubmit(): void {
    this.isSubmitting = true;
    this.submitError = null;
  }

  private resetDraft(): void {
    this.isSubmitting = false;
    this.intent = null;
    this.remark = emptyCheckoutDraft.remark;
    this.tableware = emptyCheckoutDraft.tableware;
    this.submitError = null;
    this.quote.reset();
    this.dependencies.storage.write(null);
  }

  private ensureKey(): string {
    this.intent ??= { key: this.dependencies.createKey(), isUncertain: false, at: this.dependencies.now() };
    this.persist();
    return this.intent.key;
  }

  /** A refusal ends the intent, for nothing was placed; without an answer its key must be used again. */
  private handleError(error: unknown): void {
    this.isSubmitting = false;
    // Given up before it was sent, while a refused login is announced.
    if (isAbortError(error)) return;
    const submitError = error instanceof ApiError ? error : new ApiError("internal", commonMessages.failed);
    // A login that has ended is announced by the 401 rule, and is no failure of the order after the next login.
    if (submitError.status !== 401) this.submitError = submitError;
    if (this.intent === null) return;
    const isRejected =
      submitError.status >= 400 && submitError.status < 500 && submitError.code !== "key_reused";
    if (!isRejected) this.intent = { ...this.intent, isUncertain: true };
    else if (!this.intent.isUncertain) this.intent = null;
    const { quote } = submitError.data;
    if (isQuote(quote)) this.quote.set(quote);
    this.persist();
  }

  private toQuoteRequest(options: FulfilmentOptions): QuoteRequest {
    const { cart } = this.dependencies;
    return {
      ...options,
      restaurant_id: cart.restaurantId,
      items: toOrderItems(cart.list),
      remark: this.remark.trim(),
      tableware_count: this.tableware,
      soldout_policy: this.soldoutPolicy,
    };
  }

  private persist(): void {
    this.dependencies.storage.write({ remark: this.remark, tableware: this.tableware, intent: this.intent });
  }
}
