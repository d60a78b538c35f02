import { makeAutoObservable } from "mobx";
import { pageSizeDefault } from "#contract/constants.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderSummary } from "#contract/order/schema.ts";
import type { OrderFilter } from "#contract/order/status.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { texts } from "#web/shared/texts.ts";
import { fitsFilter } from "../features/order/fitsFilter.ts";
import { type Personal, storeOf } from "../RootStore.ts";

interface OrderPage {
  readonly list: readonly OrderSummary[];
  readonly page: number;
  readonly hasMore: boolean;
}

/** The customer's orders of one kind, newest first, page by page. */
export class OrderHistoryStore implements Personal {
  /** Everything fetched so far, joined. */
  readonly pages = new Loadable<OrderPage>();
  filter: OrderFilter = "all";
  /** How far the list was scrolled when it was left. */
  scrollTop = 0;
  private readonly api: Pick<ApiClient, "call">;
  /** How often each order was asked for alone: only the newest answer counts. */
  private readonly turns = new Map<string, number>();
  private underWay: Promise<unknown> = Promise.resolve();

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api" | "turns" | "underWay">(
      this,
      { pages: false, scrollTop: false, api: false, turns: false, underWay: false },
      { autoBind: true },
    );
  }

  get orders(): readonly OrderSummary[] {
    return this.pages.value?.list ?? [];
  }

  get hasMore(): boolean {
    return this.pages.value?.hasMore === true;
  }

  get isEmpty(): boolean {
    return this.pages.status === "ready" && this.orders.length === 0;
  }

  /** Shows one kind of orders; the kind shown before is forgotten. */
  show(filter: OrderFilter): void {
    if (filter === this.filter) return;
    this.filter = filter;
    this.scrollTop = 0;
    this.pages.reset();
  }

  /** Fetches the first page anew; orders further down stay when the list still joins up. Rethrows failures. */
  async reload(): Promise<void> {
    await this.load(async (signal) => joinHead(await this.fetchPage(1, signal), this.pages.value));
  }

  /** Fetches the next page, when there is one and nothing is under way. Rethrows failures. */
  async loadMore(): Promise<void> {
    const known = this.pages.value;
    if (known === undefined || !known.hasMore || this.pages.isLoading) return;
    await this.load(async (signal) => joinTail(known, await this.fetchPage(known.page + 1, signal)));
  }

  /**
   * Fetches one order anew because it changed: its card is replaced where it stands, or goes when the order is of
   * another kind now. An order the list does not know makes it fetch its head. Rethrows failures.
   */
  async refresh(orderId: string): Promise<void> {
    const turn = (this.turns.get(orderId) ?? 0) + 1;
    this.turns.set(orderId, turn);
    // A page that is on its way was perhaps put together before the change.
    await this.settle();
    if (this.turns.get(orderId) !== turn || this.pages.value === undefined) return;
    if (!this.orders.some((order) => order.order_id === orderId)) return this.reload();
    const order = await this.api.call(orderEndpoints.detail, { query: { order_id: orderId } });
    if (!isRecord(order) || order.order_id !== orderId) throw new ApiError("bad_reply", texts.badReply);
    await this.settle();
    if (this.turns.get(orderId) === turn) this.replace(order);
  }

  /** Cancels an order for a reason of the contract's list; the list must be fetched again. Rethrows failures. */
  async cancel(orderId: string, reason: number): Promise<void> {
    await this.api.call(orderEndpoints.cancel, { body: { order_id: orderId, reason } });
  }

  forget(): void {
    this.scrollTop = 0;
    this.pages.reset();
  }

  private async load(work: (signal: AbortSignal) => Promise<OrderPage>): Promise<void> {
    const run = this.pages.run(work);
    this.underWay = run.catch(() => undefined);
    await run;
  }

  /** Waits until no page is on its way. */
  private async settle(): Promise<void> {
    while (this.pages.isLoading) await this.underWay;
  }

  private replace(order: OrderSummary): void {
    const known = this.pages.value;
    if (known === undefined) return;
    const isSame = (one: OrderSummary) => one.order_id === order.order_id;
    const list = fitsFilter(order, this.filter)
      ? known.list.map((one) => (isSame(one) ? order : one))
      : known.list.filter((one) => !isSame(one));
    this.pages.set({ ...known, list });
  }

  private async fetchPage(page: number, signal: AbortSignal): Promise<OrderPage> {
    const query = { status: this.filter, page, pageSize: pageSizeDefault };
    const answer = await this.api.call(orderEndpoints.list, { query, signal });
    if (!isRecord(answer) || !Array.isArray(answer.list)) throw new ApiError("bad_reply", texts.badReply);
    return { list: answer.list, page, hasMore: answer.has_more };
  }
}

/** New orders push others to later pages, so a page can bring some that are known: the newer copy counts. */
function joinTail(known: OrderPage, next: OrderPage): OrderPage {
  const fresh = new Set(next.list.map((order) => order.order_id));
  return { ...next, list: [...known.list.filter((order) => !fresh.has(order.order_id)), ...next.list] };
}

function joinHead(head: OrderPage, known: OrderPage | undefined): OrderPage {
  const last = head.list[head.list.length - 1];
  const joint = known?.list.findIndex((order) => order.order_id === last?.order_id) ?? -1;
  if (known === undefined || joint < 0 || known.page === 1) return head;
  return { ...known, list: [...head.list, ...known.list.slice(joint + 1)] };
}

export const orderHistoryStore = storeOf((root) => new OrderHistoryStore(root.api));
