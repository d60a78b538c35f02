import { makeAutoObservable } from "mobx";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import type { StaffWithdrawal } from "#contract/withdrawal/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";

export type WithdrawalState = StaffWithdrawal["status"];

/**
 * Decision of staff; `reason` explains a rejection and is empty if paid. `idempotencyKey` is the same for every retry of
 * one intent.
 */
export interface WithdrawalReview {
  approve: boolean;
  reason: string;
  idempotencyKey: string;
}

/** Withdrawals of customers, by status. */
export class WithdrawalStore {
  state: WithdrawalState = "reviewing";
  readonly withdrawals: PagedList<StaffWithdrawal>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.withdrawals = new PagedList<StaffWithdrawal>({
      fetchPage: async (page, signal) => {
        const query = { page, pageSize: 20, status: this.state };
        return toPage(await api.call(withdrawalEndpoints.adminList, { query, signal }));
      },
      getId: ({ withdrawal_id }) => withdrawal_id,
    });
    makeAutoObservable<this, "api">(this, { withdrawals: false, api: false }, { autoBind: true });
  }

  setState(state: WithdrawalState): void {
    this.state = state;
  }

  /** Marks a withdrawal as paid or rejects it. Rethrows failures. */
  async review(
    { withdrawal_id }: StaffWithdrawal,
    { approve, reason, idempotencyKey }: WithdrawalReview,
  ): Promise<void> {
    const body = { withdrawal_id, approve, ...(reason === "" ? {} : { reason }), client_key: idempotencyKey };
    await this.api.call(withdrawalEndpoints.review, { body });
    await logErrors("loading withdrawals failed", this.withdrawals.reload());
  }
}

export const withdrawalStore = defineAdminStore(({ api }) => new WithdrawalStore(api));
