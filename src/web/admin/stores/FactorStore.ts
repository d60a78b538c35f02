import { makeAutoObservable } from "mobx";
import { headOfficeEndpoints } from "#contract/head-office/endpoints.ts";
import type { FactorOwner } from "#contract/head-office/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { PagedList, pageIn } from "#web/shared/PagedList.ts";
import { adminStoreOf } from "../AdminStores.ts";

/** Who of the head office logs in with a second step, and what is done when somebody has lost the app. */
export class FactorStore {
  isRequired = false;
  readonly owners: PagedList<FactorOwner>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.owners = new PagedList<FactorOwner>({
      fetchPage: async (page, signal) => {
        const answer = await api.call(headOfficeEndpoints.factors, { query: { page, pageSize: 50 }, signal });
        this.setRequired(answer.is_required);
        return pageIn(answer);
      },
      idOf: ({ staff_id }) => staff_id,
    });
    makeAutoObservable<this, "api">(this, { owners: false, api: false }, { autoBind: true });
  }

  /** What the own second factor is enrolled with. */
  async ticket(): Promise<string> {
    return (await this.api.call(headOfficeEndpoints.factorTicket)).ticket;
  }

  /** Takes a colleague's second factor away. */
  async reset(owner: FactorOwner): Promise<void> {
    await this.api.call(headOfficeEndpoints.resetFactor, { body: { staff_id: owner.staff_id } });
    await this.owners.reload();
  }

  private setRequired(isRequired: boolean): void {
    this.isRequired = isRequired;
  }
}

export const factorStore = adminStoreOf(({ api }) => new FactorStore(api));
