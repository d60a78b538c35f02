import { makeAutoObservable } from "mobx";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import type { RefundReview } from "#contract/staff/order/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { IdempotentRequest } from "#web/lib/idempotency/IdempotentRequest.ts";

/** Customers' unanswered refund requests, by due time. */
export class RefundRequestStore {
  readonly requests: PagedList<RefundReview>;
  /** Id of the order whose request is being answered. */
  answeringId = "";
  private readonly api: Pick<ApiClient, "call">;
  /** Resending the same answer reuses its key; another answer gets a new one. */
  private readonly request = new IdempotentRequest();

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.requests = new PagedList<RefundReview>({
      getId: (one) => one.request_id,
      fetchPage: async (page, signal) => {
        const query = { status: "open", page } as const;
        return toPage(await this.api.call(staffOrderEndpoints.refundRequests, { query, signal }));
      },
    });
    makeAutoObservable<this, "api" | "request">(
      this,
      { requests: false, api: false, request: false },
      { autoBind: true },
    );
  }

  /** Approves or rejects a request; the customer sees the reason of a rejection. Rethrows failures. */
  async answer(orderId: string, approve: boolean, reason: string): Promise<void> {
    const decision = { order_id: orderId, approve, reason };
    this.setAnswering(orderId);
    try {
      await this.request.send(decision, (client_key) =>
        this.api.call(staffOrderEndpoints.answerRequest, { body: { ...decision, client_key } }),
      );
    } finally {
      this.setAnswering("");
    }
  }

  /** Reopens the rejected request of an order. Rethrows failures. */
  async reopen(orderId: string): Promise<void> {
    this.setAnswering(orderId);
    try {
      await this.request.send(`reopen ${orderId}`, (client_key) =>
        this.api.call(staffOrderEndpoints.reopenRequest, { body: { order_id: orderId, client_key } }),
      );
    } finally {
      this.setAnswering("");
    }
  }

  private setAnswering(orderId: string): void {
    this.answeringId = orderId;
  }
}
