import { makeAutoObservable } from "mobx";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import type {
  SecurityEvent,
  SecurityEventKind,
  SecurityHourlyCounts,
} from "#contract/staff/admin/security.schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** Filter of the events; an empty string does not filter. */
export interface SecurityFilter {
  kind: SecurityEventKind | "";
  subject: string;
  network: string;
  /** First and last day, "YYYY-MM-DD". */
  from: string;
  until: string;
}

export const anyEvent: SecurityFilter = { kind: "", subject: "", network: "", from: "", until: "" };

/** Possible attacks: hourly counts of the last 24 hours, and the events themselves. */
export class SecurityStore {
  filter = anyEvent;
  readonly peaks = new Loadable<SecurityHourlyCounts[]>();
  readonly events: PagedList<SecurityEvent>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.events = new PagedList<SecurityEvent>({
      fetchPage: async (page, signal) => {
        const filters = Object.entries(this.filter).filter(([, value]) => value !== "");
        const query = { page, pageSize: 50, ...Object.fromEntries(filters) };
        return toPage(await api.call(adminEndpoints.securityEvents, { query, signal }));
      },
      getId: ({ id }) => String(id),
    });
    makeAutoObservable<this, "api">(this, { peaks: false, events: false, api: false }, { autoBind: true });
  }

  /** Fetches the hourly counts. Rethrows failures. */
  async loadPeaks(): Promise<SecurityHourlyCounts[]> {
    return await this.peaks.run(
      async (signal) => (await this.api.call(adminEndpoints.securityPeaks, { signal })).list,
    );
  }

  setFilter(filter: SecurityFilter): void {
    this.filter = filter;
  }
}

export const securityStore = defineAdminStore(({ api }) => new SecurityStore(api));
