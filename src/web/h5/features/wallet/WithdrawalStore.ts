import { makeAutoObservable, observableRef } from "mobx";
import { pageSizeDefault } from "#contract/constants.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import type { Withdrawal, WithdrawalRules } from "#contract/withdrawal/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { type Page, PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { IdempotentRequest } from "#web/lib/idempotency/IdempotentRequest.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

/** Reason why an amount cannot be withdrawn. */
export type AmountProblem = "empty" | "too_few" | "too_many" | "over_limit" | "asked_today";

/** Withdrawal of points from invites: the rules, the input, and earlier requests. */
export class WithdrawalStore implements CustomerScoped {
  /** All withdrawal requests, newest first. */
  readonly list: PagedList<Withdrawal>;
  /** Current rules; loaded with the list. */
  rules: WithdrawalRules | null = null;
  /** The amount as typed: digits only. */
  input = "";
  isSending = false;
  /** A retry of the same request reuses its key, so that it counts once. */
  private readonly request = new IdempotentRequest();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.list = new PagedList({
      fetchPage: (page, signal) => this.fetchPage(page, signal),
      getId: (withdrawal) => withdrawal.withdrawal_id,
    });
    makeAutoObservable<this, "request" | "api">(
      this,
      { list: false, rules: observableRef, request: false, api: false },
      { autoBind: true },
    );
  }

  get points(): number {
    return Number(this.input);
  }

  /** Maximum amount of one request. */
  get maxPoints(): number {
    return this.rules === null ? 0 : Math.min(this.rules.withdrawable, this.rules.daily_maximum);
  }

  /** Problem with the amount; null when it is valid, or the rules are not loaded. */
  get problem(): AmountProblem | null {
    const { rules, points } = this;
    if (rules === null) return null;
    if (rules.is_asked_today) return "asked_today";
    if (points === 0) return "empty";
    if (points < rules.minimum) return "too_few";
    if (points > rules.withdrawable) return "too_many";
    return points > rules.daily_maximum ? "over_limit" : null;
  }

  setInput(text: string): void {
    this.input = text.replace(/\D/g, "").replace(/^0+/, "").slice(0, 7);
  }

  setMaximum(): void {
    this.input = String(this.maxPoints);
  }

  /**
   * Requests the typed amount, once for all retries; returns null when a request is running already or the
   * amount is not allowed. The input stays after a failure. Rethrows failures.
   */
  async submit(): Promise<Withdrawal | null> {
    const { points, rules } = this;
    if (this.isSending || rules === null || this.problem !== null) return null;
    this.setSending(true);
    try {
      const withdrawal = await this.request.send(points, (client_key) =>
        this.api.call(withdrawalEndpoints.withdraw, {
          body: { points, expected_fee: rules.fee, client_key },
        }),
      );
      this.finish();
      return withdrawal;
    } finally {
      this.setSending(false);
    }
  }

  resetCustomerData(): void {
    this.finish();
    this.rules = null;
    this.list.reset();
  }

  private finish(): void {
    this.request.clear();
    this.input = "";
  }

  private setSending(isSending: boolean): void {
    this.isSending = isSending;
  }

  private async fetchPage(page: number, signal: AbortSignal): Promise<Page<Withdrawal>> {
    const query = { page, pageSize: pageSizeDefault };
    const response = await this.api.call(withdrawalEndpoints.list, { query, signal });
    const result = toPage(response);
    this.setRules(response.rules);
    return result;
  }

  private setRules(rules: WithdrawalRules): void {
    this.rules = rules;
  }
}

export const withdrawalStore = defineStore((root) => new WithdrawalStore(root.api));
