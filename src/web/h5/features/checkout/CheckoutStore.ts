import { makeAutoObservable, observableRef } from "mobx";
import { remarkMax } from "#contract/constants.ts";
import type { CartDifference, QuoteRequest } from "#contract/order/quote.schema.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { SoldoutPolicy } from "#contract/order/status.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError, isAbortError, isUnauthenticated } from "#web/lib/api/ApiError.ts";
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

/** The items to order and their restaurant: a cart or a substitute. */
export interface CartLike {
  readonly restaurantId: string;
  readonly isEmpty: boolean;
  readonly list: readonly CartLine[];
  /** Applies the differences of a quote. */
  applyDifferences(differences: readonly CartDifference[]): void;
}

/** Options that differ between takeaway, pickup and dine-in. */
export type FulfilmentOptions = Pick<
  QuoteRequest,
  "order_type" | "address_id" | "booking_time" | "table_no" | "contact_phone" | "third_party_order_id"
>;

export interface CheckoutDependencies {
  api: Pick<ApiClient, "call">;
  cart: CartLike;
  storage: CheckoutDraftStorage;
  soldout: SoldoutPolicyStorage;
  createIdempotencyKey(): string;
  now(): number;
  /** Delivery terms of the restaurant's menu, for hosts without quotes; null when unknown. */
  findDeliveryTerms?(restaurantId: string): Promise<DeliveryTerms | null>;
}

/** Checkout from cart to order: the quote, the customer's additions, and placing the order exactly once. */
export class CheckoutStore implements CustomerScoped {
  readonly quote = new Loadable<CheckoutQuote>();
  remark = emptyCheckoutDraft.remark;
  tableware = emptyCheckoutDraft.tableware;
  /** Policy for dishes that turn out to be sold out. */
  soldoutPolicy: SoldoutPolicy;
  isSubmitting = false;
  /** Error of the last submit. */
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

  /** True when a submit got no response; then only a retry is safe. */
  get isUncertain(): boolean {
    return this.intent?.isUncertain === true;
  }

  get canSubmit(): boolean {
    const isPriced = this.quote.status === "ready" && !this.needsReview;
    return isPriced && !this.isSubmitting && !this.dependencies.cart.isEmpty;
  }

  /** True when differences or problems need the customer's attention first. */
  get needsReview(): boolean {
    const quote = this.quote.value;
    return quote !== undefined && quote.problems.length + quote.differences.length > 0;
  }

  /** True when the last submit was refused for a reason that the shown quote does not contain. */
  get isQuoteStale(): boolean {
    const { submitError } = this;
    return (
      submitError !== null &&
      submitError.status >= 400 &&
      submitError.status < 500 &&
      !isQuote(submitError.data.quote)
    );
  }

  /** Restores the draft, and the key of an order that may be under way, from the device. */
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

  /** Sets the policy for all orders of this visit. */
  setSoldoutPolicy(policy: SoldoutPolicy): void {
    this.soldoutPolicy = policy;
    this.dependencies.soldout.write(policy);
  }

  /** Clears the quote of an earlier cart. */
  clearQuote(): void {
    this.quote.reset();
  }

  /** Fetches the current price of the cart. Rethrows failures. */
  async fetchQuote(options: FulfilmentOptions): Promise<CheckoutQuote> {
    const { cart, findDeliveryTerms: terms } = this.dependencies;
    const isDelivery = options.order_type === "takeaway";
    const sumLocally = async () => sumCart(cart.list, isDelivery, (await terms?.(cart.restaurantId)) ?? null);
    return this.quote.run((signal) => this.orderApi.quote(this.toQuoteRequest(options), sumLocally, signal));
  }

  /** Applies the differences to the cart; the quote must be fetched again. */
  acceptDifferences(): void {
    this.dependencies.cart.applyDifferences(this.quote.value?.differences ?? []);
    this.submitError = null;
  }

  /**
   * Places the order, once for all submits of one attempt; returns null when a submit is already running.
   * Failures are stored in `submitError` and rethrown.
   */
  async submit(options: FulfilmentOptions): Promise<OrderReceipt | null> {
    const expectedTotal = this.quote.value?.total_amount;
    if (this.isSubmitting || expectedTotal === undefined) return null;
    this.startSubmit();
    try {
      const client_key = this.ensureIdempotencyKey();
      const body = { ...this.toQuoteRequest(options), expected_total: expectedTotal, client_key };
      const receipt = await this.orderApi.create(body);
      this.resetDraft();
      return receipt;
    } catch (error) {
      this.handleError(error);
      throw error;
    }
  }

  /** Ends the attempt because its order was found elsewhere: the next order is a new attempt. */
  discardAttempt(): void {
    this.intent = null;
    this.submitError = null;
    this.persist();
  }

  resetCustomerData(): void {
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

  private ensureIdempotencyKey(): string {
    this.intent ??= {
      idempotencyKey: this.dependencies.createIdempotencyKey(),
      isUncertain: false,
      at: this.dependencies.now(),
    };
    this.persist();
    return this.intent.idempotencyKey;
  }

  /**
   * Ends the attempt after a refusal, since no order was placed; without a response its key must be reused.
   */
  private handleError(error: unknown): void {
    this.isSubmitting = false;
    // Aborted before sending, while a rejected login is announced.
    if (isAbortError(error)) return;
    const submitError = error instanceof ApiError ? error : new ApiError("internal", commonMessages.failed);
    // An expired login is announced by the 401 rule, and is no failure of the order after the next
    // login.
    if (!isUnauthenticated(error)) this.submitError = submitError;
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
