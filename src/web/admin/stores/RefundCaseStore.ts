import { makeAutoObservable } from "mobx";
import { orderAdminEndpoints } from "#contract/order-admin/endpoints.ts";
import type { RefundCase } from "#contract/order-admin/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { PagedList, pageIn } from "#web/shared/PagedList.ts";
import { randomKey } from "#web/shared/randomKey.ts";

/** Customers' wishes to have their money back that nobody has answered; the one that is due next stands first. */
export class RefundCaseStore {
  readonly cases: PagedList<RefundCase>;
  /** The order whose wish is being answered. */
  answeringId = "";
  private readonly api: Pick<ApiClient, "call">;
  /** The same answer sent again goes under the same key; another one under a new one. */
  private sent = { key: "", body: "" };

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.cases = new PagedList<RefundCase>({
      idOf: (one) => one.request_id,
      fetchPage: async (page, signal) => {
        const query = { status: "open", page } as const;
        return pageIn(await this.api.call(orderAdminEndpoints.refundRequests, { query, signal }));
      },
    });
    makeAutoObservable<this, "api" | "sent">(
      this,
      { cases: false, api: false, sent: false },
      { autoBind: true },
    );
  }

  /** Says yes or no; the reason of a no is shown to the customer. Rethrows failures. */
  async answer(orderId: string, approve: boolean, reason: string): Promise<void> {
    const wish = { order_id: orderId, approve, reason };
    const body = JSON.stringify(wish);
    if (this.sent.body !== body) this.sent = { key: randomKey(), body };
    this.setAnswering(orderId);
    try {
      await this.api.call(orderAdminEndpoints.answerRequest, {
        body: { ...wish, client_key: this.sent.key },
      });
    } finally {
      this.setAnswering("");
    }
  }

  /** Opens the rejected wish of an order once more. Rethrows failures. */
  async reopen(orderId: string): Promise<void> {
    const body = `reopen ${orderId}`;
    if (this.sent.body !== body) this.sent = { key: randomKey(), body };
    this.setAnswering(orderId);
    try {
      await this.api.call(orderAdminEndpoints.reopenRequest, {
        body: { order_id: orderId, client_key: this.sent.key },
      });
      // Rejected again, it may be opened again.
      this.sent = { key: "", body: "" };
    } finally {
      this.setAnswering("");
    }
  }

  private setAnswering(orderId: string): void {
    this.answeringId = orderId;
  }
}
