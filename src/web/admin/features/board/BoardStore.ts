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
import { defineAdminStore } from "../../app/AdminStores.ts";
import {
  type SelectedRestaurantStore,
  selectedRestaurantStore,
} from "../restaurant/SelectedRestaurantStore.ts";

/**
 * What one store has to cook and hand over. Every order that waits to be accepted is here; the other columns grow page
 * by page.
 */
export class BoardStore {
  readonly board = new Loadable<Board>();
  /** The order that is being moved. */
  movingId: string | null = null;
  /** How many orders have come in while the board of this store was open. */
  arrivals = 0;
  private newestPaidAt: string | null = null;
  /** How many pages of a column are wanted. */
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

  /** All orders of a column, as the server counts them. */
  countOrders(column: BoardColumn): number {
    return this.board.value?.counts[column] ?? 0;
  }

  /** How many orders of a column are not fetched yet. */
  countUnloaded(column: BoardColumn): number {
    return Math.max(0, this.countOrders(column) - this.listOrders(column).length);
  }

  /** Asks for the board of the chosen store, or of the member's own. Rethrows failures. */
  async load(): Promise<void> {
    this.recordArrivals(await this.board.run((signal) => this.fetch(signal)));
  }

  /** Fetches a page more of a column. Rethrows failures. */
  async loadMore(column: BoardColumn): Promise<void> {
    this.requestedPages.set(column, this.getRequestedPages(column) + 1);
    await this.load();
  }

  /** Forgets the board: another store's is wanted. */
  reset(): void {
    this.board.reset();
    this.requestedPages.clear();
    this.newestPaidAt = null;
    this.arrivals = 0;
  }

  /** Moves an order one step and asks for the board again. Rethrows failures. */
  async move(order: BoardOrder, to: StaffTransition, reason?: string): Promise<void> {
    this.setMoving(order.order_id);
    try {
      const reasonField = reason === undefined ? {} : { reason };
      await this.api.call(orderEndpoints.advance, { body: { order_id: order.order_id, to, ...reasonField } });
    } finally {
      this.setMoving(null);
    }
    await this.load();
  }

  private getRequestedPages(column: BoardColumn): number {
    return column === "paid" ? Number.POSITIVE_INFINITY : (this.requestedPages.get(column) ?? 1);
  }

  private async fetch(signal: AbortSignal): Promise<Board> {
    const parts = await Promise.all(boardColumnNames.map((column) => this.fetchColumn(column, signal)));
    const [first] = parts;
    if (first === undefined) throw new Error("the board has no columns");
    // An order that moved meanwhile stands where it was found last.
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

  /** Counts what was paid after everything that was seen before. */
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
