import { makeAutoObservable } from "mobx";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import type { RefundReview } from "#contract/staff/order/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";
import {
  type SelectedRestaurantStore,
  selectedRestaurantStore,
} from "../restaurant/SelectedRestaurantStore.ts";

/** Which requests are shown, by day of the request; an empty string does not filter. `keyword` is a whole order number. */
export interface RefundRequestFilter {
  state: RefundReview["request"]["status"] | "";
  /** Code of a restaurant, for admins. */
  restaurant: string;
  keyword: string;
  from: string;
  until: string;
}

export const anyRequest: RefundRequestFilter = {
  state: "",
  restaurant: "",
  keyword: "",
  from: "",
  until: "",
};

/** Refund requests that a restaurant sees for its own orders; admins see those of all. */
export class RestaurantRefundRequestStore {
  filter = anyRequest;
  readonly requests: PagedList<RefundReview>;
  /** Whether the chain allows restaurants to answer. */
  canAnswer = false;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">, selected: Pick<SelectedRestaurantStore, "ownRestaurantQuery">) {
    this.api = api;
    this.requests = new PagedList<RefundReview>({
      fetchPage: async (page, signal) => {
        const query = { ...this.query, ...selected.ownRestaurantQuery, page, pageSize: 20 };
        const answer = await api.call(staffOrderEndpoints.refundRequests, { query, signal });
        this.setCanAnswer(answer.can_answer);
        return toPage(answer);
      },
      getId: ({ request_id }) => request_id,
    });
    makeAutoObservable<this, "api">(this, { requests: false, api: false }, { autoBind: true });
  }

  setFilter(filter: RefundRequestFilter): void {
    this.filter = filter;
  }

  /** The filter as the endpoint takes it, without what does not filter. */
  get query() {
    const { state, restaurant, keyword, from, until } = this.filter;
    return {
      ...(state !== "" && { status: state }),
      ...(restaurant !== "" && { restaurant_id: restaurant }),
      ...(keyword.trim() !== "" && { keyword: keyword.trim() }),
      ...(from !== "" && { from }),
      ...(until !== "" && { until }),
    };
  }

  /** Answers a request; `idempotencyKey` is the same for every retry of one intent. Rethrows failures. */
  async answer(
    refundCase: RefundReview,
    decision: { approve: boolean; reason: string; idempotencyKey: string },
  ): Promise<void> {
    const { approve, reason, idempotencyKey } = decision;
    const body = { order_id: refundCase.order_id, approve, reason, client_key: idempotencyKey };
    await this.api.call(staffOrderEndpoints.answerRequest, { body });
    await logErrors("loading refund requests failed", this.requests.reload());
  }

  private setCanAnswer(canAnswer: boolean): void {
    this.canAnswer = canAnswer;
  }
}

export const restaurantRefundRequestStore = defineAdminStore(
  (stores) => new RestaurantRefundRequestStore(stores.api, stores.get(selectedRestaurantStore)),
);
