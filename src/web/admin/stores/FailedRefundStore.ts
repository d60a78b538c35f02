import { makeAutoObservable } from "mobx";
import { orderAdminEndpoints } from "#contract/order-admin/endpoints.ts";
import type { FailedRefund } from "#contract/order-admin/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { PagedList, pageIn } from "#web/shared/PagedList.ts";
import { adminStoreOf } from "../AdminStores.ts";
import { quietly } from "./quietly.ts";

/** Refunds that wait for a person, and deciding about them. */
export class FailedRefundStore {
  readonly refunds: PagedList<FailedRefund>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.refunds = new PagedList<FailedRefund>({
      fetchPage: async (page, signal) => {
        const query = { page, pageSize: 20 };
        return pageIn(await api.call(orderAdminEndpoints.failedRefunds, { query, signal }));
      },
      idOf: ({ refund_no }) => refund_no,
    });
    makeAutoObservable<this, "api">(this, { refunds: false, api: false }, { autoBind: true });
  }

  /** Starts a refund again; `key` is the same for every try of one intent. Rethrows failures. */
  async retry({ refund_no }: FailedRefund, key: string): Promise<void> {
    await this.api.call(orderAdminEndpoints.retryRefund, { body: { refund_no, client_key: key } });
    await quietly("loading failed refunds failed", this.refunds.reload());
  }

  /** Records that the money was given back in another way. Rethrows failures. */
  async settle({ refund_no }: FailedRefund, note: string, key: string): Promise<void> {
    await this.api.call(orderAdminEndpoints.settleRefund, { body: { refund_no, note, client_key: key } });
    await quietly("loading failed refunds failed", this.refunds.reload());
  }
}

export const failedRefundStore = adminStoreOf(({ api }) => new FailedRefundStore(api));
