import { makeAutoObservable } from "mobx";
import { pointsEndpoints } from "#contract/points/endpoints.ts";
import type { PointsAccount, PointsRecord } from "#contract/points/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, pageFetcher } from "#web/lib/async/PagedList.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

/** The customer's points: balance and history. */
export class PointsStore implements CustomerScoped {
  readonly account = new Loadable<PointsAccount>();
  /** History entries, newest first. */
  readonly records: PagedList<PointsRecord>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.records = new PagedList({
      fetchPage: pageFetcher(api, pointsEndpoints.records),
      getId: (record) => record.id,
      preservesTail: true,
    });
    makeAutoObservable<this, "api">(this, { account: false, records: false, api: false }, { autoBind: true });
  }

  /** Fetches the balance. Rethrows failures. */
  async load(): Promise<PointsAccount> {
    return this.account.run((signal) => this.api.call(pointsEndpoints.account, { signal }));
  }

  resetCustomerData(): void {
    this.account.reset();
    this.records.reset();
  }
}

export const pointsStore = defineStore((root) => new PointsStore(root.api));
