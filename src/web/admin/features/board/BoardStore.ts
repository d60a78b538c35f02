import { makeAutoObservable, observable } from "mobx";
import type { Board, BoardOrder } from "#contract/order/board.schema.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import {
  type BoardColumn,
  boardColumnNames,
  boardColumns,
  type StaffTransition,
} from "#contract/order/status.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { logError } from "#web/lib/logError.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import {
  type SelectedRestaurantStore,
  selectedRestaurantStore,
} from "../restaurant/SelectedRestaurantStore.ts";

/**
 * Orders that a restaurant has to prepare and hand over. Loads every unaccepted order; the other columns grow
 * page by page.
 */
export class BoardStore {
  readonly board = new Loadable<Board>();
  /** Id of the order whose status is being changed. */
  movingId: string | null = null;
  /** Number of orders that came in while the board of this restaurant was open. */
  arrivals = 0;
  private newestPaidAt: string | null = null;
  /** Number of requested pages by column. */
  private readonly requestedPages = observable.map<BoardColumn, number>();
  private readonly api: Pick<ApiClient, "call">;
  private readonly selected: SelectedRestaurantStore;

  constructor(api: Pick<ApiClient, "call">, selected: SelectedRestaurantStore) {
    this.api = api;
    this.selected = selected;
    makeAutoObservable<this, "api" | "selected" | "newestPaidAt" | "requestedPages">(
      this,
      { board: false, api: false, selected: false, newestPaidAt: false, requestedPages: false },
      { autoBind: true },
    );
  }

  get orders(): readonly BoardOrder[] {
    return this.board.value?.list ?? [];
  }

  listOrders(column: BoardColumn): readonly BoardOrder[] {
    const statuses: readonly string[] = boardColumns[column];
    return this.orders.filter(({ status }) => statuses.includes(status));
  }

  /** Returns the number of all orders of a column, as counted by the server. */
  countOrders(column: BoardColumn): number {
    return this.board.value?.counts[column] ?? 0;
  }

  /** Returns the number of orders of a column that are not loaded yet. */
  countUnloaded(column: BoardColumn): number {
    return Math.max(0, this.countOrders(column) - this.listOrders(column).length);
  }

  /** Fetches the board of the selected restaurant, or of the member's own. Rethrows failures. */
  async load(): Promise<void> {
    this.recordArrivals(await this.board.run((signal) => this.fetch(signal)));
  }

  /** Fetches one more page of a column. Rethrows failures. */
  async loadMore(column: BoardColumn): Promise<void> {
    this.requestedPages.set(column, this.getRequestedPages(column) + 1);
    await this.load();
  }

  /** Clears the board, for another restaurant. */
  reset(): void {
    this.board.reset();
    this.requestedPages.clear();
    this.newestPaidAt = null;
    this.arrivals = 0;
  }

  /**
   * Changes the status of an order by one step and reloads the board. Rethrows a failure of the step; one of the
   * reload is the board's own, and a reload that a newer one replaces has not failed.
   */
  async move(order: BoardOrder, to: StaffTransition, reason?: string): Promise<void> {
    this.setMoving(order.order_id);
    try {
      const reasonField = reason === undefined ? {} : { reason };
      await this.api.call(orderEndpoints.advance, { body: { order_id: order.order_id, to, ...reasonField } });
    } finally {
      this.setMoving(null);
    }
    await this.load().catch((error: unknown) => logError("reloading the board failed", error));
  }

  private getRequestedPages(column: BoardColumn): number {
    return column === "paid" ? Number.POSITIVE_INFINITY : (this.requestedPages.get(column) ?? 1);
  }

  private async fetch(signal: AbortSignal): Promise<Board> {
    const parts = await Promise.all(boardColumnNames.map((column) => this.fetchColumn(column, signal)));
    const [first] = parts;
    if (first === undefined) throw new Error("the board has no columns");
    // An order that changed column meanwhile appears where it was found last.
    const byId = new Map(parts.flatMap(({ list }) => list).map((order) => [order.order_id, order]));
    return { ...first, list: Array.from(byId.values()) };
  }

  private async fetchColumn(column: BoardColumn, signal: AbortSignal): Promise<Board> {
    const fetchPage = (page: number) =>
      this.api.call(orderEndpoints.board, {
        query: { ...this.selected.restaurantQuery, column, page },
        signal,
      });
    let board = await fetchPage(1);
    while (board.has_more && board.page < this.getRequestedPages(column)) {
      const next = await fetchPage(board.page + 1);
      board = { ...next, list: [...board.list, ...next.list] };
    }
    return board;
  }

  /** Counts the orders paid after all orders seen so far. */
  private recordArrivals({ list }: Board): void {
    const paid = list.map(({ paid_at }) => paid_at ?? "");
    const newest = paid.reduce((latest, at) => (at > latest ? at : latest), this.newestPaidAt ?? "");
    if (this.newestPaidAt !== null)
      this.arrivals += paid.filter((at) => at > (this.newestPaidAt ?? "")).length;
    this.newestPaidAt = newest;
  }

  private setMoving(orderId: string | null): void {
    this.movingId = orderId;
  }
}

export const boardStore = defineAdminStore(
  (stores) => new BoardStore(stores.api, stores.get(selectedRestaurantStore)),
);
