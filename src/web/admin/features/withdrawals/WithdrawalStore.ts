import { makeAutoObservable } from "mobx";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import type { StaffWithdrawal } from "#contract/withdrawal/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";

export type WithdrawalState = StaffWithdrawal["status"];

const sorts = ["created_at", "points"] as const;

/** Which withdrawals are shown, and in which order; an empty sort is the newest first. */
export interface WithdrawalFilter {
  state: WithdrawalState;
  sort: "" | (typeof sorts)[number];
  order: "asc" | "desc";
  /** First and last day of the request, "YYYY-MM-DD". */
  from: string;
  until: string;
}

/** Returns the sort with this name, or the default one if there is none. */
export function toWithdrawalSort(name: string): WithdrawalFilter["sort"] {
  return sorts.find((sort) => sort === name) ?? openWithdrawals.sort;
}

/** Filter that shows what waits for a decision. */
export const openWithdrawals: WithdrawalFilter = {
  state: "reviewing",
  sort: "",
  order: "desc",
  from: "",
  until: "",
};

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
  filter = openWithdrawals;
  readonly withdrawals: PagedList<StaffWithdrawal>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.withdrawals = new PagedList<StaffWithdrawal>({
      fetchPage: async (page, signal) => {
        const { state, sort, order, ...days } = this.filter;
        const range = Object.fromEntries(Object.entries(days).filter(([, day]) => day !== ""));
        const query = { page, pageSize: 20, status: state, ...range, ...(sort !== "" && { sort, order }) };
        return toPage(await api.call(withdrawalEndpoints.adminList, { query, signal }));
      },
      getId: ({ withdrawal_id }) => withdrawal_id,
    });
    makeAutoObservable<this, "api">(this, { withdrawals: false, api: false }, { autoBind: true });
  }

  setFilter(filter: WithdrawalFilter): void {
    this.filter = filter;
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
