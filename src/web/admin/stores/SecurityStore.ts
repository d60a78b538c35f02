import { makeAutoObservable } from "mobx";
import { headOfficeEndpoints } from "#contract/head-office/endpoints.ts";
import type { SecurityEvent, SecurityHours, SecurityKind } from "#contract/head-office/security.schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { PagedList, pageIn } from "#web/shared/PagedList.ts";
import { adminStoreOf } from "../AdminStores.ts";

/** What the events are narrowed to; an empty word narrows nothing. */
export interface SecurityFilter {
  kind: SecurityKind | "";
  subject: string;
  network: string;
}

export const anyEvent: SecurityFilter = { kind: "", subject: "", network: "" };

/** Possible attacks: how often in the last 24 hours, and the events themselves. */
export class SecurityStore {
  filter = anyEvent;
  readonly peaks = new Loadable<SecurityHours[]>();
  readonly events: PagedList<SecurityEvent>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.events = new PagedList<SecurityEvent>({
      fetchPage: async (page, signal) => {
        const words = Object.entries(this.filter).filter(([, word]) => word !== "");
        const query = { page, pageSize: 50, ...Object.fromEntries(words) };
        return pageIn(await api.call(headOfficeEndpoints.securityEvents, { query, signal }));
      },
      idOf: ({ id }) => String(id),
    });
    makeAutoObservable<this, "api">(this, { peaks: false, events: false, api: false }, { autoBind: true });
  }

  /** Fetches the hours. Rethrows failures. */
  async loadPeaks(): Promise<SecurityHours[]> {
    return await this.peaks.run(
      async (signal) => (await this.api.call(headOfficeEndpoints.securityPeaks, { signal })).list,
    );
  }

  narrow(change: Partial<SecurityFilter>): void {
    this.filter = { ...this.filter, ...change };
  }
}

export const securityStore = adminStoreOf(({ api }) => new SecurityStore(api));
