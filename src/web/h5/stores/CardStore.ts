import { makeAutoObservable } from "mobx";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import type { Card, CardEntry } from "#contract/card/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { isMissingCall } from "#web/shared/api/ApiError.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { PagedList, pagesOf } from "#web/shared/PagedList.ts";
import { type Personal, storeOf } from "../RootStore.ts";

/** The customer's member card: its balance, and what was paid with it. */
export class CardStore implements Personal {
  /** Null: no card is bound. */
  readonly card = new Loadable<Card | null>();
  /** The movements, the newest first. */
  readonly ledger: PagedList<CardEntry>;
  isBinding = false;
  /** False on a host that has no member cards. */
  isOffered = true;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.ledger = new PagedList({
      fetchPage: pagesOf(api, cardEndpoints.ledger),
      idOf: (entry) => entry.id,
      keepsTail: true,
    });
    makeAutoObservable<this, "api">(this, { card: false, ledger: false, api: false }, { autoBind: true });
  }

  /** Fetches the card. Rethrows failures. */
  async load(): Promise<Card | null> {
    return this.card.run(async (signal) => {
      try {
        return await this.api.call(cardEndpoints.show, { signal });
      } catch (error) {
        if (!isMissingCall(error)) throw error;
        this.endOffer();
        return null;
      }
    });
  }

  /** Binds the card of a number (digits only) by its PIN; does nothing while one is being bound. Rethrows failures. */
  async bind(number: string, pin: string): Promise<void> {
    if (this.isBinding) return;
    this.setBinding(true);
    try {
      this.card.set(await this.api.call(cardEndpoints.bind, { body: { number, pin } }));
      this.ledger.reset();
    } finally {
      this.setBinding(false);
    }
  }

  forget(): void {
    this.card.reset();
    this.ledger.reset();
  }

  private endOffer(): void {
    this.isOffered = false;
  }

  private setBinding(isBinding: boolean): void {
    this.isBinding = isBinding;
  }
}

export const cardStore = storeOf((root) => new CardStore(root.api));
