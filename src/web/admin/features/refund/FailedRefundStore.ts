import { makeAutoObservable } from "mobx";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import type { FailedRefund } from "#contract/staff/order/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";

/** Which refunds are shown, by the day on which they failed; an empty string does not filter. */
export interface FailedRefundListFilter {
  /** Code of a restaurant. */
  restaurant: string;
  /** A whole order number. */
  keyword: string;
  from: string;
  until: string;
}

export const anyFailedRefund: FailedRefundListFilter = { restaurant: "", keyword: "", from: "", until: "" };

/** Failed refunds that wait for staff, and the decisions about them. */
export class FailedRefundStore {
  filter = anyFailedRefund;
  readonly refunds: PagedList<FailedRefund>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.refunds = new PagedList<FailedRefund>({
      fetchPage: async (page, signal) => {
        const query = { ...this.query, page, pageSize: 20 };
        return toPage(await api.call(staffOrderEndpoints.failedRefunds, { query, signal }));
      },
      getId: ({ refund_no }) => refund_no,
    });
    makeAutoObservable<this, "api">(this, { refunds: false, api: false }, { autoBind: true });
  }

  setFilter(filter: FailedRefundListFilter): void {
    this.filter = filter;
  }

  /** The filter as the endpoint takes it, without what does not filter. */
  get query() {
    const { restaurant, keyword, from, until } = this.filter;
    return {
      ...(restaurant !== "" && { restaurant_id: restaurant }),
      ...(keyword.trim() !== "" && { keyword: keyword.trim() }),
      ...(from !== "" && { from }),
      ...(until !== "" && { until }),
    };
  }

  /** Retries a refund; `idempotencyKey` is the same for every attempt of one intent. Rethrows failures. */
  async retry({ refund_no }: FailedRefund, idempotencyKey: string): Promise<void> {
    await this.api.call(staffOrderEndpoints.retryRefund, { body: { refund_no, client_key: idempotencyKey } });
    await logErrors("loading failed refunds failed", this.refunds.reload());
  }

  /** Records that the money was refunded by other means. Rethrows failures. */
  async settle({ refund_no }: FailedRefund, note: string, idempotencyKey: string): Promise<void> {
    await this.api.call(staffOrderEndpoints.settleRefund, {
      body: { refund_no, note, client_key: idempotencyKey },
    });
    await logErrors("loading failed refunds failed", this.refunds.reload());
  }
}

export const failedRefundStore = defineAdminStore(({ api }) => new FailedRefundStore(api));
