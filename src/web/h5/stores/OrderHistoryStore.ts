import { makeAutoObservable } from "mobx";
import { pageSizeDefault } from "#contract/constants.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderSummary } from "#contract/order/schema.ts";
import type { OrderFilter } from "#contract/order/status.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import type { KeptAnswer } from "#web/shared/KeptAnswer.ts";
import { type Known, type Page, PagedList, parseKnown } from "#web/shared/PagedList.ts";
import type { Session } from "#web/shared/Session.ts";
import { texts } from "#web/shared/texts.ts";
import { fitsFilter } from "../features/order/fitsFilter.ts";
import { readDetail, readOrders } from "../features/order/readOrder.ts";
import { type Personal, storeOf } from "../RootStore.ts";
import { ownAnswer } from "./ownAnswer.ts";

/** The customer's orders of one kind, newest first, page by page. */
export class OrderHistoryStore implements Personal {
  readonly list = new PagedList<OrderSummary>({
    fetchPage: (page, signal) => this.fetchPage(page, signal),
    idOf: (order) => order.order_id,
    keepsTail: true,
    kept: () => (this.filter === "all" ? this.kept : null),
  });
  /** The list of all kinds as the device keeps it. */
  readonly kept: KeptAnswer<Known<OrderSummary>>;
  filter: OrderFilter = "all";
  private readonly api: Pick<ApiClient, "call" | "reply">;
  /** How often each order was asked for alone: only the newest answer counts. */
  private readonly turns = new Map<string, number>();

  constructor(api: Pick<ApiClient, "call" | "reply">, session: Pick<Session, "token">) {
    this.api = api;
    this.kept = ownAnswer(session, "orders", parseKnown(isOrder));
    makeAutoObservable<this, "api" | "turns">(
      this,
      { list: false, kept: false, api: false, turns: false },
      { autoBind: true },
    );
  }

  get orders(): readonly OrderSummary[] {
    return this.list.items;
  }

  /** Shows one kind of orders; the kind shown before is forgotten. */
  show(filter: OrderFilter): void {
    if (filter === this.filter) return;
    this.filter = filter;
    this.forget();
  }

  /**
   * Fetches one order anew because it changed: its card is replaced where it stands, or goes when the order is of
   * another kind now. An order the list does not know makes it fetch its head. Rethrows failures.
   */
  async refresh(orderId: string): Promise<void> {
    const turn = (this.turns.get(orderId) ?? 0) + 1;
    this.turns.set(orderId, turn);
    // A page that is on its way was perhaps put together before the change.
    await this.list.settle();
    if (this.turns.get(orderId) !== turn || !this.list.isKnown) return;
    if (!this.orders.some((order) => order.order_id === orderId)) return this.list.reload();
    const answer = await this.api.call(orderEndpoints.detail, { query: { order_id: orderId } });
    const order = await readDetail(answer);
    if (order.order_id !== orderId) throw new ApiError("bad_reply", texts.badReply);
    await this.list.settle();
    if (this.turns.get(orderId) === turn) this.replace(order);
  }

  /** Cancels an order for a reason of the contract's list; the list must be fetched again. Rethrows failures. */
  async cancel(orderId: string, reason: number): Promise<void> {
    await this.api.reply(orderEndpoints.cancel, { body: { order_id: orderId, reason } });
  }

  forget(): void {
    this.list.reset();
    this.kept.reset();
  }

  private replace(order: OrderSummary): void {
    const isSame = (one: OrderSummary) => one.order_id === order.order_id;
    const list = fitsFilter(order, this.filter)
      ? this.orders.map((one) => (isSame(one) ? order : one))
      : this.orders.filter((one) => !isSame(one));
    this.list.replace(list);
  }

  private async fetchPage(page: number, signal: AbortSignal): Promise<Page<OrderSummary>> {
    const query = { status: this.filter, page, pageSize: pageSizeDefault };
    const known = page === 1 ? [] : this.orders;
    return readOrders(await this.api.call(orderEndpoints.list, { query, signal }), this.filter, known);
  }
}

function isOrder(raw: unknown): boolean {
  return (
    isRecord(raw) && typeof raw.order_id === "string" && Array.isArray(raw.items) && isRecord(raw.restaurant)
  );
}

export const orderHistoryStore = storeOf(({ api, session }) => new OrderHistoryStore(api, session));
