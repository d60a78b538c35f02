import { makeAutoObservable } from "mobx";
import { remarkMax } from "#contract/constants.ts";
import type { CreateOrderRequest, QuoteRequest } from "#contract/order/quote.schema.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { SoldoutPolicy } from "#contract/order/status.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { isRefusal, SubmitAttempt, type SubmitOutcome } from "#web/lib/idempotency/SubmitAttempt.ts";
import type { CustomerScoped } from "../../app/RootStore.ts";
import { applyDifferences } from "../cart/applyDifferences.ts";
import type { CartLine } from "../cart/CartLine.ts";
import type { CheckoutDraftStorage } from "./checkoutDraft.storage.ts";
import { emptyCheckoutDraft, orderAttemptTtlMs, tablewareMax, truncateText } from "./checkoutDraft.ts";
import { OrderApi, toOrderItems } from "./OrderApi.ts";
import { isQuote } from "./readQuote.ts";
import type { SoldoutPolicyStorage } from "./soldoutPolicyStorage.ts";
import { type CheckoutQuote, type DeliveryTerms, sumCart } from "./sumCart.ts";

/** The items to order and their restaurant: a cart or a substitute. */
export interface CartLike {
  readonly restaurantId: string;
  readonly isEmpty: boolean;
  readonly list: readonly CartLine[];
  /** Replaces the lines by those that fit a quote. */
  replaceLines(lines: readonly CartLine[]): void;
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

const isClosed = ({ problems }: CheckoutQuote) => problems.some(({ error }) => error === "restaurant_closed");

/** Checkout from cart to order: the quote, the customer's additions, and placing the order exactly once. */
export class CheckoutStore implements CustomerScoped {
  readonly quote = new Loadable<CheckoutQuote>();
  remark = emptyCheckoutDraft.remark;
  tableware = emptyCheckoutDraft.tableware;
  /** Policy for dishes that turn out to be sold out. */
  soldoutPolicy: SoldoutPolicy;
  private readonly attempt: SubmitAttempt;
  private readonly dependencies: CheckoutDependencies;
  private readonly orderApi: OrderApi;

  constructor(dependencies: CheckoutDependencies) {
    this.dependencies = dependencies;
    this.soldoutPolicy = dependencies.soldout.read();
    this.orderApi = new OrderApi(dependencies.api);
    const { createIdempotencyKey, now } = dependencies;
    const save = () => this.persist();
    this.attempt = new SubmitAttempt({
      createIdempotencyKey,
      now,
      save,
      ttlMs: orderAttemptTtlMs,
      outcomeOf,
    });
    makeAutoObservable<this, "dependencies" | "orderApi" | "attempt">(
      this,
      { quote: false, dependencies: false, orderApi: false, attempt: false },
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

  get canSubmit(): boolean {
    const isPriced = this.quote.status === "ready" && !this.needsReview;
    return isPriced && !this.isSubmitting && !this.dependencies.cart.isEmpty;
  }

  /** True when differences or problems need the customer's attention first. */
  get needsReview(): boolean {
    const quote = this.quote.value;
    return quote !== undefined && quote.problems.length + quote.differences.length > 0;
  }

  /** True when the quote says that the restaurant takes no orders now. */
  get isRestaurantClosed(): boolean {
    return this.quote.value !== undefined && isClosed(this.quote.value);
  }

  /** True when the last submit was refused for a reason that the shown quote does not contain. */
  get isQuoteStale(): boolean {
    const { submitError } = this;
    return submitError !== null && isRefusal(submitError) && !isQuote(submitError.data.quote);
  }

  /** Restores the draft, and the key of an order that may be under way, from the device. */
  restore(): void {
    const draft = this.dependencies.storage.read() ?? emptyCheckoutDraft;
    this.remark = draft.remark;
    this.tableware = draft.tableware;
    this.attempt.restore(draft.intent);
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
    const quote = await this.quote.run((signal) =>
      this.orderApi.quote(this.toQuoteRequest(options), sumLocally, signal),
    );
    const isOpen = quote.isLocalEstimate !== true && !isClosed(quote);
    if (this.submitError?.code === "restaurant_closed" && isOpen) this.attempt.dismissError();
    return quote;
  }

  /** Applies the differences to the cart; the quote must be fetched again. */
  acceptDifferences(): void {
    const { cart } = this.dependencies;
    cart.replaceLines(applyDifferences(cart.list, this.quote.value?.differences ?? []));
    this.attempt.dismissError();
  }

  /**
   * Places the order, once for all submits of one attempt; returns null when a submit is already running.
   * Failures are stored in `submitError` and rethrown.
   */
  async submit(options: FulfilmentOptions): Promise<OrderReceipt | null> {
    const expectedTotal = this.quote.value?.total_amount;
    if (expectedTotal === undefined) return null;
    const receipt = await this.attempt.submit((client_key) =>
      this.create({ ...this.toQuoteRequest(options), expected_total: expectedTotal, client_key }),
    );
    if (receipt !== null) this.resetDraft();
    return receipt;
  }

  /** Ends the attempt because its order was found elsewhere: the next order is a new attempt. */
  discardAttempt(): void {
    this.attempt.end();
  }

  resetCustomerData(): void {
    this.resetDraft();
    this.soldoutPolicy = this.dependencies.soldout.clear();
  }

  /** Places the order; a refusal may carry the quote that is valid now. */
  private async create(body: CreateOrderRequest): Promise<OrderReceipt> {
    try {
      return await this.orderApi.create(body);
    } catch (error) {
      const quote = error instanceof ApiError ? error.data.quote : undefined;
      // Not if the customer has logged out meanwhile.
      if (this.attempt.stored !== null && isQuote(quote)) this.quote.set(quote);
      throw error;
    }
  }

  private resetDraft(): void {
    this.attempt.end();
    this.remark = emptyCheckoutDraft.remark;
    this.tableware = emptyCheckoutDraft.tableware;
    this.quote.reset();
    this.dependencies.storage.write(null);
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
    this.dependencies.storage.write({
      remark: this.remark,
      tableware: this.tableware,
      intent: this.attempt.stored,
    });
  }
}

/** A reused key tells of an order that was placed with other contents. */
function outcomeOf(error: ApiError): SubmitOutcome {
  return isRefusal(error) && error.code !== "key_reused" ? "refused" : "unknown";
}
