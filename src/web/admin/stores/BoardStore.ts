import { makeAutoObservable } from "mobx";
import type { Board, BoardOrder } from "#contract/order/board.schema.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderStatus, StoreStep } from "#contract/order/status.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { adminStoreOf } from "../AdminStores.ts";
import { type ChosenStore, chosenStore } from "./ChosenStore.ts";

/** The columns of the board, by the states they hold. */
export const boardColumns = [
  { name: "paid", statuses: ["paid"] },
  { name: "accepted", statuses: ["accepted"] },
  { name: "preparing", statuses: ["preparing"] },
  { name: "leaving", statuses: ["ready_for_pickup", "delivering"] },
] as const satisfies readonly { name: string; statuses: readonly OrderStatus[] }[];
export type BoardColumnName = (typeof boardColumns)[number]["name"];

/** So many pages of orders are shown at most; a kitchen has fewer. */
const mostPages = 4;

/** What one store has to cook and hand over. */
export class BoardStore {
  readonly board = new Loadable<Board>();
  /** The order that is being moved. */
  movingId: string | null = null;
  /** How many orders have come in while the board of this store was open. */
  arrivals = 0;
  private newestPaidAt: string | null = null;
  private readonly api: Pick<ApiClient, "call">;
  private readonly chosen: ChosenStore;

  constructor(api: Pick<ApiClient, "call">, chosen: ChosenStore) {
    this.api = api;
    this.chosen = chosen;
    makeAutoObservable<this, "api" | "chosen" | "newestPaidAt">(
      this,
      { board: false, api: false, chosen: false, newestPaidAt: false },
      { autoBind: true },
    );
  }

  get orders(): readonly BoardOrder[] {
    return this.board.value?.list ?? [];
  }

  ordersIn(column: BoardColumnName): readonly BoardOrder[] {
    const statuses: readonly OrderStatus[] = boardColumns.find(({ name }) => name === column)?.statuses ?? [];
    return this.orders.filter(({ status }) => statuses.includes(status));
  }

  /** Asks for the board of the chosen store, or of the member's own. Rethrows failures. */
  async load(): Promise<void> {
    this.note(await this.board.run((signal) => this.fetch(signal)));
  }

  /** Forgets the board: another store's is wanted. */
  reset(): void {
    this.board.reset();
    this.newestPaidAt = null;
    this.arrivals = 0;
  }

  /** Moves an order one step and asks for the board again. Rethrows failures. */
  async move(order: BoardOrder, to: StoreStep, reason?: string): Promise<void> {
    this.begin(order.order_id);
    try {
      const why = reason === undefined ? {} : { reason };
      await this.api.call(orderEndpoints.advance, { body: { order_id: order.order_id, to, ...why } });
    } finally {
      this.begin(null);
    }
    await this.load();
  }

  private async fetch(signal: AbortSignal): Promise<Board> {
    const ask = (page: number) =>
      this.api.call(orderEndpoints.board, { query: { ...this.chosen.named, page }, signal });
    let board = await ask(1);
    while (board.has_more && board.page < mostPages) {
      const next = await ask(board.page + 1);
      const known = new Set(next.list.map(({ order_id }) => order_id));
      const before = board.list.filter(({ order_id }) => !known.has(order_id));
      board = { ...next, list: [...before, ...next.list] };
    }
    return board;
  }

  /** Counts what was paid after everything that was seen before. */
  private note({ list }: Board): void {
    const paid = list.map(({ paid_at }) => paid_at ?? "");
    const newest = paid.reduce((latest, at) => (at > latest ? at : latest), this.newestPaidAt ?? "");
    if (this.newestPaidAt !== null)
      this.arrivals += paid.filter((at) => at > (this.newestPaidAt ?? "")).length;
    this.newestPaidAt = newest;
  }

  private begin(orderId: string | null): void {
    this.movingId = orderId;
  }
}

export const boardStore = adminStoreOf((stores) => new BoardStore(stores.api, stores.get(chosenStore)));
