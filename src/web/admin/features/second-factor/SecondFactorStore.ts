import { makeAutoObservable } from "mobx";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import type { SecondFactorStatus } from "#contract/staff/admin/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** Second-factor status of all admins, and the reset for those who have lost their app. */
export class SecondFactorStore {
  isRequired = false;
  readonly owners: PagedList<SecondFactorStatus>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.owners = new PagedList<SecondFactorStatus>({
      fetchPage: async (page, signal) => {
        const answer = await api.call(adminEndpoints.factors, { query: { page, pageSize: 50 }, signal });
        this.setRequired(answer.is_required);
        return toPage(answer);
      },
      getId: ({ staff_id }) => staff_id,
    });
    makeAutoObservable<this, "api">(this, { owners: false, api: false }, { autoBind: true });
  }

  /** Returns a ticket for enrolling one's own second factor. */
  async createTicket(): Promise<string> {
    return (await this.api.call(adminEndpoints.factorTicket)).ticket;
  }

  /** Removes a colleague's second factor. */
  async reset(owner: SecondFactorStatus, code?: string): Promise<void> {
    const body = { staff_id: owner.staff_id, ...(code !== undefined && { code }) };
    await this.api.call(adminEndpoints.resetFactor, { body });
    await this.owners.reload();
  }

  private setRequired(isRequired: boolean): void {
    this.isRequired = isRequired;
  }
}

export const secondFactorStore = defineAdminStore(({ api }) => new SecondFactorStore(api));
