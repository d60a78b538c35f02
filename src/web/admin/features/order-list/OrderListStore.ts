import { makeAutoObservable } from "mobx";
import type { OrderStatus, OrderType } from "#contract/order/status.ts";
import { orderListEndpoints } from "#contract/staff/order-list/endpoints.ts";
import type { ListedOrder } from "#contract/staff/order-list/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** Which orders are shown, by the day on which they were placed; an empty string does not filter. */
export interface OrderListFilter {
  state: OrderStatus | "";
  type: OrderType | "";
  /** Code of a restaurant. */
  restaurant: string;
  /** A whole order number. */
  keyword: string;
  from: string;
  until: string;
}

export const anyOrder: OrderListFilter = {
  state: "",
  type: "",
  restaurant: "",
  keyword: "",
  from: "",
  until: "",
};

/** Orders of the whole chain, newest first. */
export class OrderListStore {
  filter = anyOrder;
  readonly orders: PagedList<ListedOrder>;

  constructor(api: Pick<ApiClient, "call">) {
    this.orders = new PagedList<ListedOrder>({
      // Each page begins after the last order of the one before, so that new orders move nothing.
      fetchPage: async (page, signal) => {
        const last = page === 1 ? undefined : this.orders.items.at(-1);
        const query = { ...this.query, pageSize: 20, ...(last !== undefined && { after: last.order_id }) };
        const { list, has_more } = await api.call(orderListEndpoints.list, { query, signal });
        return { list, hasMore: has_more };
      },
      getId: ({ order_id }) => order_id,
    });
    makeAutoObservable(this, { orders: false }, { autoBind: true });
  }

  setFilter(filter: OrderListFilter): void {
    this.filter = filter;
  }

  /** The filter as the endpoint takes it, without what does not filter. */
  get query() {
    const { state, type, restaurant, keyword, from, until } = this.filter;
    return {
      ...(state !== "" && { status: state }),
      ...(type !== "" && { order_type: type }),
      ...(restaurant !== "" && { restaurant_id: restaurant }),
      ...(keyword.trim() !== "" && { keyword: keyword.trim() }),
      ...(from !== "" && { from }),
      ...(until !== "" && { until }),
    };
  }
}

export const orderListStore = defineAdminStore(({ api }) => new OrderListStore(api));
