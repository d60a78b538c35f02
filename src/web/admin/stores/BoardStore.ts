import { makeAutoObservable } from "mobx";
import type { Board, BoardOrder } from "#contract/order/board.schema.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderStatus, StoreStep } from "#contract/order/status.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { Loadable } from "#web/shared/Loadable.ts";

/** The columns of the board, by the states they hold. */
export const boardColumns = [
  { name: "paid", statuses: ["paid"] },
  { name: "accepted", statuses: ["accepted"] },
  { name: "preparing", statuses: ["preparing"] },
  { name: "leaving", statuses: ["ready_for_pickup", "delivering"] },
] as const satisfies readonly { name: string; statuses: readonly OrderStatus[] }[];
export type BoardColumnName = (typeof boardColumns)[number]["name"];

/** What one store has to cook and hand over. */
export class BoardStore {
  readonly board = new Loadable<Board>();
  /** The store an admin looks at; empty for a store's own member. */
  restaurantId = "";
  /** The order that is being moved. */
  movingId: string | null = null;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { board: false, api: false }, { autoBind: true });
  }

  ordersIn(column: BoardColumnName): readonly BoardOrder[] {
    const statuses: readonly OrderStatus[] = boardColumns.find(({ name }) => name === column)?.statuses ?? [];
    return (this.board.value?.list ?? []).filter(({ status }) => statuses.includes(status));
  }

  /** Asks for the board of the chosen store, or of the member's own. Rethrows failures. */
  async load(): Promise<Board> {
    const query = this.restaurantId === "" ? {} : { restaurant_id: this.restaurantId };
    return this.board.run((signal) => this.api.call(orderEndpoints.board, { query, signal }));
  }

  pickStore(restaurantId: string): void {
    this.restaurantId = restaurantId;
    this.board.reset();
  }

  /** Stores whose name or address holds a keyword. */
  async findStores(keyword: string): Promise<readonly Restaurant[]> {
    return (await this.api.call(restaurantEndpoints.search, { query: { keyword } })).data.stores;
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

  private begin(orderId: string | null): void {
    this.movingId = orderId;
  }
}
