import { makeAutoObservable } from "mobx";
import { pageSizeDefault } from "#contract/constants.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderSummary } from "#contract/order/schema.ts";
import type { OrderFilter } from "#contract/order/status.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { type LoadedPages, type Page, PagedList, parsePages } from "#web/lib/async/PagedList.ts";
import type { PersistentQueryCache } from "#web/lib/cache/PersistentQueryCache.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import type { Session } from "#web/lib/session/Session.ts";
import { createCustomerCache } from "../../app/customerCache.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { matchesFilter } from "./matchesFilter.ts";
import { parseOrderDetail, parseOrderPage } from "./parseOrder.ts";

/** The customer's orders of one filter, newest first, page by page. */
export class OrderHistoryStore implements CustomerScoped {
  readonly list = new PagedList<OrderSummary>({
    fetchPage: (page, signal) => this.fetchPage(page, signal),
    getId: (order) => order.order_id,
    preservesTail: true,
    cache: () => (this.filter === "all" ? this.cache : null),
  });
  /** Unfiltered list cached on the device. */
  readonly cache: PersistentQueryCache<LoadedPages<OrderSummary>>;
  filter: OrderFilter = "all";
  private readonly api: Pick<ApiClient, "call" | "fetchBody">;
  /** Request counter of each order: only the newest response counts. */
  private readonly requestIds = new Map<string, number>();

  constructor(api: Pick<ApiClient, "call" | "fetchBody">, session: Pick<Session, "token">) {
    this.api = api;
    this.cache = createCustomerCache(session, "orders", parsePages(isOrder));
    makeAutoObservable<this, "api" | "requestIds">(
      this,
      { list: false, cache: false, api: false, requestIds: false },
      { autoBind: true },
    );
  }

  get orders(): readonly OrderSummary[] {
    return this.list.items;
  }

  /** Selects a filter; clears the orders of the previous one. */
  setFilter(filter: OrderFilter): void {
    if (filter === this.filter) return;
    this.filter = filter;
    this.resetCustomerData();
  }

  /** Fetches the first page of a filter for a server-rendered page. Rethrows failures. */
  async prefetch(filter: OrderFilter): Promise<void> {
    this.setFilter(filter);
    await this.list.reload();
  }

  /**
   * Fetches one changed order: its card is replaced in place, or removed when the order no longer matches the
   * filter. For an unknown order the head of the list is fetched. Rethrows failures.
   */
  async refresh(orderId: string): Promise<void> {
    const requestId = (this.requestIds.get(orderId) ?? 0) + 1;
    this.requestIds.set(orderId, requestId);
    // A page in transit may have been created before the change.
    await this.list.waitUntilIdle();
    if (this.requestIds.get(orderId) !== requestId || !this.list.hasLoaded) return;
    if (!this.orders.some((order) => order.order_id === orderId)) return this.list.reload();
    const response = await this.api.call(orderEndpoints.detail, { query: { order_id: orderId } });
    const order = await parseOrderDetail(response);
    if (order.order_id !== orderId) throw new ApiError("bad_reply", commonMessages.badReply);
    await this.list.waitUntilIdle();
    if (this.requestIds.get(orderId) === requestId) this.replace(order);
  }

  /**
   * Cancels an order for a reason of the contract's list; the list must be fetched again. Rethrows failures.
   */
  async cancel(orderId: string, reason: number): Promise<void> {
    await this.api.fetchBody(orderEndpoints.cancel, { body: { order_id: orderId, reason } });
  }

  resetCustomerData(): void {
    this.list.reset();
    this.cache.reset();
  }

  private replace(order: OrderSummary): void {
    const isSame = (entry: OrderSummary) => entry.order_id === order.order_id;
    const list = matchesFilter(order, this.filter)
      ? this.orders.map((entry) => (isSame(entry) ? order : entry))
      : this.orders.filter((entry) => !isSame(entry));
    this.list.replace(list);
  }

  private async fetchPage(page: number, signal: AbortSignal): Promise<Page<OrderSummary>> {
    const query = { status: this.filter, page, pageSize: pageSizeDefault };
    const known = page === 1 ? [] : this.orders;
    return parseOrderPage(await this.api.call(orderEndpoints.list, { query, signal }), this.filter, known);
  }
}

function isOrder(raw: unknown): boolean {
  return (
    isRecord(raw) && typeof raw.order_id === "string" && Array.isArray(raw.items) && isRecord(raw.restaurant)
  );
}

export const orderHistoryStore = defineStore(({ api, session }) => new OrderHistoryStore(api, session));
