import { makeAutoObservable, observableRef } from "mobx";
import { pageSizeDefault } from "#contract/constants.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import type { Withdrawal, WithdrawalRules } from "#contract/withdrawal/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { type Page, PagedList, pageIn } from "#web/shared/PagedList.ts";
import { randomKey } from "#web/shared/randomKey.ts";
import { type Personal, storeOf } from "../RootStore.ts";

/** Why an amount cannot be asked for. */
export type AmountProblem = "empty" | "too_few" | "too_many" | "over_limit" | "asked_today";

/** Having points from invites paid out: what is allowed, what is typed, and what was asked for before. */
export class WithdrawalStore implements Personal {
  /** Everything asked for, the newest first. */
  readonly list: PagedList<Withdrawal>;
  /** What is allowed now; comes with the list. */
  rules: WithdrawalRules | null = null;
  /** The amount as it is typed: digits only. */
  typed = "";
  isSending = false;
  /** The same wish sent again goes under the same key, so that it counts once. */
  private intent: { readonly key: string; readonly points: number } | null = null;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.list = new PagedList({
      fetchPage: (page, signal) => this.fetchPage(page, signal),
      idOf: (withdrawal) => withdrawal.withdrawal_id,
    });
    makeAutoObservable<this, "intent" | "api">(
      this,
      { list: false, rules: observableRef, intent: false, api: false },
      { autoBind: true },
    );
  }

  get points(): number {
    return Number(this.typed);
  }

  /** The most that can be asked for at once. */
  get most(): number {
    return this.rules === null ? 0 : Math.min(this.rules.withdrawable, this.rules.daily_maximum);
  }

  /** What is wrong with the amount; null when it can be asked for, or the rules are not known. */
  get problem(): AmountProblem | null {
    const { rules, points } = this;
    if (rules === null) return null;
    if (rules.is_asked_today) return "asked_today";
    if (points === 0) return "empty";
    if (points < rules.minimum) return "too_few";
    if (points > rules.withdrawable) return "too_many";
    return points > rules.daily_maximum ? "over_limit" : null;
  }

  type(text: string): void {
    this.typed = text.replace(/\D/g, "").replace(/^0+/, "").slice(0, 7);
  }

  takeAll(): void {
    this.typed = String(this.most);
  }

  /**
   * Asks for the typed amount, once for all tries; null when that is under way already or the amount is not allowed.
   * What is typed stays after a failure. Rethrows failures.
   */
  async submit(): Promise<Withdrawal | null> {
    const { points } = this;
    if (this.isSending || this.rules === null || this.problem !== null) return null;
    if (this.intent?.points !== points) this.intent = { key: randomKey(), points };
    this.setSending(true);
    try {
      const body = { points, client_key: this.intent.key };
      const asked = await this.api.call(withdrawalEndpoints.withdraw, { body });
      this.finish();
      return asked;
    } finally {
      this.setSending(false);
    }
  }

  forget(): void {
    this.finish();
    this.rules = null;
    this.list.reset();
  }

  private finish(): void {
    this.intent = null;
    this.typed = "";
  }

  private setSending(isSending: boolean): void {
    this.isSending = isSending;
  }

  private async fetchPage(page: number, signal: AbortSignal): Promise<Page<Withdrawal>> {
    const query = { page, pageSize: pageSizeDefault };
    const answer = await this.api.call(withdrawalEndpoints.list, { query, signal });
    const found = pageIn(answer);
    this.setRules(answer.rules);
    return found;
  }

  private setRules(rules: WithdrawalRules): void {
    this.rules = rules;
  }
}

export const withdrawalStore = storeOf((root) => new WithdrawalStore(root.api));
