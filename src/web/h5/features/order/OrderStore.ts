import { makeAutoObservable } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import type { PersistentQueryCache } from "#web/lib/cache/PersistentQueryCache.ts";
import { loadWithCache } from "#web/lib/cache/PersistentQueryCache.ts";
import type { Session } from "#web/lib/session/Session.ts";
import { createCustomerCache } from "../../app/customerCache.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { isLive } from "./isLive.ts";
import { parseOrderDetail } from "./parseOrder.ts";

/** Detail of one order, as shown on its page. */
export class OrderStore implements CustomerScoped {
  readonly detail = new Loadable<OrderDetail>();
  orderId = "";
  isCancelling = false;
  /** Arrival time of the shown response, in ms of a monotonic clock. */
  receivedAt = 0;
  /** The last opened order, cached on the device. */
  readonly cache: PersistentQueryCache<OrderDetail>;
  private readonly api: Pick<ApiClient, "call" | "fetchBody">;
  private readonly clock: () => number;

  constructor(
    api: Pick<ApiClient, "call" | "fetchBody">,
    session: Pick<Session, "token">,
    clock: () => number,
  ) {
    this.api = api;
    this.clock = clock;
    this.cache = createCustomerCache(session, "order", parseOrder);
    makeAutoObservable<this, "api" | "clock">(
      this,
      { detail: false, cache: false, api: false, clock: false },
      { autoBind: true },
    );
  }

  /** True while the order may change without the customer. */
  get isLive(): boolean {
    const order = this.detail.value;
    return order !== undefined && isLive(order);
  }

  get isNotFound(): boolean {
    const { error } = this.detail;
    return error instanceof ApiError && error.status === 404;
  }

  /** Loads another order, or the same one anew. Rethrows failures. */
  async open(orderId: string): Promise<OrderDetail> {
    if (orderId !== this.orderId) this.switchTo(orderId);
    return this.refresh();
  }

  /**
   * Loads an order for a server-rendered page. Throws for one that the server cannot show as the device would: how it
   * can be paid, and when an open refund request is due, depend on the device.
   */
  async prefetch(orderId: string): Promise<void> {
    const order = await this.open(orderId);
    if (order.status === "pending_payment" || order.refund_request?.status === "open")
      throw new Error("the order depends on the device");
  }

  /** Fetches the order again; the shown one stays until the response arrives. Rethrows failures. */
  async refresh(): Promise<OrderDetail> {
    const query = { order_id: this.orderId };
    const order = await loadWithCache(
      this.cache,
      this.detail,
      async (signal) => {
        const response = await this.api.call(orderEndpoints.detail, { query, signal });
        return parseOrderDetail(response);
      },
      ({ order_id }) => order_id === query.order_id,
    );
    this.setReceivedAt();
    return order;
  }

  /**
   * Cancels the order for a reason of the contract's list, then fetches the result. Rethrows a failed
   * cancellation.
   */
  async cancel(reason: number): Promise<void> {
    this.setCancelling(true);
    try {
      await this.api.fetchBody(orderEndpoints.cancel, { body: { order_id: this.orderId, reason } });
    } finally {
      this.setCancelling(false);
    }
    // The cancellation itself is done: a failure to fetch is stored in `detail`, and polling retries.
    await this.refresh().catch(() => undefined);
  }

  resetCustomerData(): void {
    this.switchTo("");
  }

  private switchTo(orderId: string): void {
    this.orderId = orderId;
    this.detail.reset();
    this.cache.reset();
  }

  /** Sets the arrival time; a cached order counts from when it was fetched. */
  private setReceivedAt(): void {
    const { staleSince: oldSince } = this.cache;
    this.receivedAt = this.clock() - (oldSince === null ? 0 : Date.now() - oldSince);
  }

  private setCancelling(isCancelling: boolean): void {
    this.isCancelling = isCancelling;
  }
}

function parseOrder(raw: unknown): OrderDetail | null {
  const isOrder = isRecord(raw) && typeof raw.order_id === "string" && Array.isArray(raw.lines);
  return isOrder && isRecord(raw.restaurant) ? (raw as unknown as OrderDetail) : null;
}

export const orderStore = defineStore(
  ({ api, session }) => new OrderStore(api, session, () => performance.now()),
);
