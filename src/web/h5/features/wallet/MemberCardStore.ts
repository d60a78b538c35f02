import { makeAutoObservable } from "mobx";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import type { MemberCardEntry, MemberCardSummary } from "#contract/card/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, pageFetcher } from "#web/lib/async/PagedList.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

/** The customer's member card: its balance and its payments. */
export class MemberCardStore implements CustomerScoped {
  /** Null: no card is bound. */
  readonly card = new Loadable<MemberCardSummary | null>();
  /** Ledger entries, newest first. */
  readonly ledger: PagedList<MemberCardEntry>;
  isBinding = false;
  /** False on a host without member cards. */
  isAvailable = true;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.ledger = new PagedList({
      fetchPage: pageFetcher(api, cardEndpoints.ledger),
      getId: (entry) => entry.id,
      preservesTail: true,
    });
    makeAutoObservable<this, "api">(this, { card: false, ledger: false, api: false }, { autoBind: true });
  }

  /** Fetches the card. Rethrows failures. */
  async load(): Promise<MemberCardSummary | null> {
    return this.card.run(async (signal) => {
      try {
        return await this.api.call(cardEndpoints.show, { signal });
      } catch (error) {
        if (!isUnsupportedEndpoint(error)) throw error;
        this.markUnavailable();
        return null;
      }
    });
  }

  /**
   * Binds the card of a number (digits only) by its PIN; does nothing while one is being bound. Rethrows
   * failures.
   */
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

  resetCustomerData(): void {
    this.card.reset();
    this.ledger.reset();
  }

  private markUnavailable(): void {
    this.isAvailable = false;
  }

  private setBinding(isBinding: boolean): void {
    this.isBinding = isBinding;
  }
}

export const memberCardStore = defineStore((root) => new MemberCardStore(root.api));
