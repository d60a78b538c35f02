import { makeAutoObservable } from "mobx";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import type { ReviewedWithdrawal } from "#contract/withdrawal/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { PagedList, pageIn } from "#web/shared/PagedList.ts";
import { adminStoreOf } from "../AdminStores.ts";
import { quietly } from "./quietly.ts";

export type WithdrawalState = ReviewedWithdrawal["status"];

/** What staff decide; `reason` is why not, empty when it is paid. `key` is the same for every try of one intent. */
export interface Review {
  approve: boolean;
  reason: string;
  key: string;
}

/** Points that customers want paid out, by state. */
export class WithdrawalStore {
  state: WithdrawalState = "reviewing";
  readonly withdrawals: PagedList<ReviewedWithdrawal>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.withdrawals = new PagedList<ReviewedWithdrawal>({
      fetchPage: async (page, signal) => {
        const query = { page, pageSize: 20, status: this.state };
        return pageIn(await api.call(withdrawalEndpoints.adminList, { query, signal }));
      },
      idOf: ({ withdrawal_id }) => withdrawal_id,
    });
    makeAutoObservable<this, "api">(this, { withdrawals: false, api: false }, { autoBind: true });
  }

  setState(state: WithdrawalState): void {
    this.state = state;
  }

  /** Rethrows failures. */
  async review({ withdrawal_id }: ReviewedWithdrawal, { approve, reason, key }: Review): Promise<void> {
    const body = { withdrawal_id, approve, ...(reason === "" ? {} : { reason }), client_key: key };
    await this.api.call(withdrawalEndpoints.review, { body });
    await quietly("loading withdrawals failed", this.withdrawals.reload());
  }
}

export const withdrawalStore = adminStoreOf(({ api }) => new WithdrawalStore(api));
