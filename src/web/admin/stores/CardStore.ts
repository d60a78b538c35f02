import { makeAutoObservable } from "mobx";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import type { IssuedCard } from "#contract/card/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { PagedList, pageIn } from "#web/shared/PagedList.ts";
import { adminStoreOf } from "../AdminStores.ts";

/** A new card's number and PIN, which nobody can ask for again: when the answer was lost, the PIN is empty. */
export interface CardSecret {
  number: string;
  pin: string;
}

/** What is issued; `amount` in fen. `key` is the same for every try of one intent. */
export interface CardWish {
  amount: number;
  count: number;
  note: string;
  key: string;
}

/** The member cards that were issued, and issuing more. */
export class CardStore {
  keyword = "";
  readonly cards: PagedList<IssuedCard>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.cards = new PagedList<IssuedCard>({
      fetchPage: (page, signal) => this.fetch(page, signal),
      idOf: ({ card_id }) => card_id,
    });
    makeAutoObservable<this, "api">(this, { cards: false, api: false }, { autoBind: true });
  }

  setKeyword(keyword: string): void {
    this.keyword = keyword;
  }

  /** Makes cards and answers their numbers and PINs, once. Rethrows failures. */
  async issue({ note, key, ...wish }: CardWish): Promise<readonly CardSecret[]> {
    const body = { ...wish, ...(note === "" ? {} : { note }), client_key: key };
    return (await this.api.call(cardEndpoints.adminIssue, { body })).list;
  }

  private async fetch(page: number, signal: AbortSignal) {
    const keyword = this.keyword.trim();
    const query = { page, pageSize: 20, ...(keyword === "" ? {} : { keyword }) };
    return pageIn(await this.api.call(cardEndpoints.adminList, { query, signal }));
  }
}

export const cardStore = adminStoreOf(({ api }) => new CardStore(api));
