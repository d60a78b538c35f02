import { makeAutoObservable } from "mobx";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderSummary } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { parseOrderPage } from "./parseOrder.ts";

const pageSize = 5;

/** The customer's last few orders, for the home page. */
export class RecentOrdersStore implements CustomerScoped {
  readonly orders = new Loadable<OrderSummary[]>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { orders: false, api: false }, { autoBind: true });
  }

  /** The newest order in progress. */
  get current(): OrderSummary | undefined {
    return this.orders.value?.find((order) => order.status !== "completed" && order.status !== "cancelled");
  }

  /** The newest completed order. */
  get lastCompleted(): OrderSummary | undefined {
    return this.orders.value?.find((order) => order.status === "completed");
  }

  load(): Promise<OrderSummary[]> {
    return this.orders.run(async (signal) => {
      const page = await this.api.call(orderEndpoints.list, { query: { page: 1, pageSize }, signal });
      return (await parseOrderPage(page, "all")).list.slice(0, pageSize);
    });
  }

  resetCustomerData(): void {
    this.orders.reset();
  }
}

export const recentOrdersStore = defineStore((root) => new RecentOrdersStore(root.api));
