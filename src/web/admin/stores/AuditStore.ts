import { makeAutoObservable } from "mobx";
import { headOfficeEndpoints } from "#contract/head-office/endpoints.ts";
import type { AuditEntry } from "#contract/head-office/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { PagedList, pageIn } from "#web/shared/PagedList.ts";
import { adminStoreOf } from "../AdminStores.ts";

/** What the log is narrowed to; an empty word narrows nothing. */
export interface AuditFilter {
  action: string;
  actor: string;
  target: string;
}

export const noFilter: AuditFilter = { action: "", actor: "", target: "" };

/** What staff and operators did, the newest first. */
export class AuditStore {
  filter = noFilter;
  readonly entries: PagedList<AuditEntry>;

  constructor(api: Pick<ApiClient, "call">) {
    this.entries = new PagedList<AuditEntry>({
      fetchPage: async (page, signal) => {
        const words = Object.entries(this.filter).filter(([, word]) => word !== "");
        const query = { page, pageSize: 50, ...Object.fromEntries(words) };
        return pageIn(await api.call(headOfficeEndpoints.audit, { query, signal }));
      },
      idOf: ({ id }) => String(id),
    });
    makeAutoObservable(this, { entries: false }, { autoBind: true });
  }

  narrow(change: Partial<AuditFilter>): void {
    this.filter = { ...this.filter, ...change };
  }
}

export const auditStore = adminStoreOf(({ api }) => new AuditStore(api));
