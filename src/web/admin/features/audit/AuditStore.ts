import { makeAutoObservable } from "mobx";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import type { AuditEntry } from "#contract/staff/admin/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** Filter of the audit log; an empty string does not filter. */
export interface AuditFilter {
  action: string;
  actor: string;
  target: string;
  /** First and last day, "YYYY-MM-DD". */
  from: string;
  until: string;
  /** "true" to list reads of customers' data too. */
  reads: string;
}

export const noFilter: AuditFilter = { action: "", actor: "", target: "", from: "", until: "", reads: "" };

/** Audit log of staff and operators, newest first. */
export class AuditStore {
  filter = noFilter;
  readonly entries: PagedList<AuditEntry>;

  constructor(api: Pick<ApiClient, "call">) {
    this.entries = new PagedList<AuditEntry>({
      fetchPage: async (page, signal) => {
        const { reads, ...texts } = this.filter;
        const filters = Object.entries(texts).filter(([, value]) => value !== "");
        const query = {
          page,
          pageSize: 50,
          ...Object.fromEntries(filters),
          ...(reads === "true" && { reads: true }),
        };
        return toPage(await api.call(adminEndpoints.audit, { query, signal }));
      },
      getId: ({ id }) => String(id),
    });
    makeAutoObservable(this, { entries: false }, { autoBind: true });
  }

  setFilter(filter: AuditFilter): void {
    this.filter = filter;
  }
}

export const auditStore = defineAdminStore(({ api }) => new AuditStore(api));
