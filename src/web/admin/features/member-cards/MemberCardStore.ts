import { makeAutoObservable } from "mobx";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import type { IssuedMemberCard, MemberCardCredentials } from "#contract/card/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** Input for issuing cards; `amount` in fen. `idempotencyKey` is the same for every retry of one intent. */
export interface IssueCardsInput {
  amount: number;
  count: number;
  note: string;
  idempotencyKey: string;
}

/** Filter of the cards that shows all; `keyword` is a number, its last digits or a phone. */
export interface CardListFilter {
  keyword: string;
  holder: "" | "bound" | "unbound";
  /** First and last day of issue, "YYYY-MM-DD". */
  from: string;
  until: string;
}

export const noCardFilter: CardListFilter = { keyword: "", holder: "", from: "", until: "" };

/** Issued member cards, and issuing new ones. */
export class MemberCardStore {
  filter = noCardFilter;
  readonly cards: PagedList<IssuedMemberCard>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.cards = new PagedList<IssuedMemberCard>({
      fetchPage: (page, signal) => this.fetch(page, signal),
      getId: ({ card_id }) => card_id,
    });
    makeAutoObservable<this, "api">(this, { cards: false, api: false }, { autoBind: true });
  }

  setFilter(filter: CardListFilter): void {
    this.filter = filter;
  }

  /**
   * Issues cards and returns their numbers and PINs; if a response was lost, a retry returns empty PINs.
   * Rethrows failures.
   */
  async issue({ note, idempotencyKey, ...input }: IssueCardsInput): Promise<MemberCardCredentials> {
    const body = { ...input, ...(note === "" ? {} : { note }), client_key: idempotencyKey };
    return await this.api.call(cardEndpoints.adminIssue, { body });
  }

  /** Returns new PINs, once, for cards whose PINs are not confirmed as read. Rethrows failures. */
  async reissuePins(issueId: string): Promise<MemberCardCredentials> {
    return await this.api.call(cardEndpoints.adminTellPins, { body: { issue_id: issueId } });
  }

  /** Confirms that the PINs of an issue were read. Rethrows failures. */
  async confirmPinsRead({ issue_id, list }: MemberCardCredentials): Promise<void> {
    const hasPins = list.some(({ pin }) => pin !== "");
    if (issue_id !== null && hasPins)
      await this.api.call(cardEndpoints.adminPinsRead, { body: { issue_id } });
  }

  private async fetch(page: number, signal: AbortSignal) {
    const typed = { ...this.filter, keyword: this.filter.keyword.trim() };
    const filters = Object.entries(typed).filter(([, value]) => value !== "");
    const query = { page, pageSize: 20, ...Object.fromEntries(filters) };
    return toPage(await this.api.call(cardEndpoints.adminList, { query, signal }));
  }
}

export const memberCardStore = defineAdminStore(({ api }) => new MemberCardStore(api));
