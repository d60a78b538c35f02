import { makeAutoObservable } from "mobx";
import { orderAdminEndpoints } from "#contract/order-admin/endpoints.ts";
import type { RefundCase } from "#contract/order-admin/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { PagedList, pageIn } from "#web/shared/PagedList.ts";
import { adminStoreOf } from "../AdminStores.ts";
import { quietly } from "./quietly.ts";

/** Requests for refunds as a store sees those of its own orders. */
export class StoreRequestStore {
  readonly requests: PagedList<RefundCase>;
  /** Whether the chain lets stores answer. */
  canAnswer = false;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.requests = new PagedList<RefundCase>({
      fetchPage: async (page, signal) => {
        const query = { page, pageSize: 20 };
        const answer = await api.call(orderAdminEndpoints.refundRequests, { query, signal });
        this.setCanAnswer(answer.can_answer);
        return pageIn(answer);
      },
      idOf: ({ request_id }) => request_id,
    });
    makeAutoObservable<this, "api">(this, { requests: false, api: false }, { autoBind: true });
  }

  /** Answers a request; `key` is the same for every try of one intent. Rethrows failures. */
  async answer(one: RefundCase, wish: { approve: boolean; reason: string; key: string }): Promise<void> {
    const { approve, reason, key } = wish;
    const body = { order_id: one.order_id, approve, reason, client_key: key };
    await this.api.call(orderAdminEndpoints.answerRequest, { body });
    await quietly("loading refund requests failed", this.requests.reload());
  }

  private setCanAnswer(canAnswer: boolean): void {
    this.canAnswer = canAnswer;
  }
}

export const storeRequestStore = adminStoreOf(({ api }) => new StoreRequestStore(api));
