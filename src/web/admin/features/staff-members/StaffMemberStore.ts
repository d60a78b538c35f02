import { makeAutoObservable } from "mobx";
import { staffMemberEndpoints } from "#contract/staff/member/endpoints.ts";
import type { StaffMember } from "#contract/staff/member/schema.ts";
import { staffRoles } from "#contract/staff/roles.ts";
import type { LoginSession } from "#contract/user/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";

/** Which members are shown; `state` is "dismissed" for those who no longer work here. */
export interface StaffMemberFilter {
  keyword: string;
  role: string;
  state: string;
}

/** Filter that shows all members of staff. */
export const allMembers: StaffMemberFilter = { keyword: "", role: "", state: "" };

/** What a form says about a member; `restaurant_ids` is empty for roles without restaurants. */
export interface StaffPosition {
  name: string;
  role: StaffMember["role"];
  restaurant_ids: string[];
}

/** Members of staff, and the devices on which one of them is logged in. */
export class StaffMemberStore {
  filter = allMembers;
  readonly members: PagedList<StaffMember>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.members = new PagedList<StaffMember>({
      fetchPage: (page, signal) => this.fetch(page, signal),
      getId: ({ staff_id }) => staff_id,
    });
    makeAutoObservable<this, "api">(this, { members: false, api: false }, { autoBind: true });
  }

  setFilter(filter: StaffMemberFilter): void {
    this.filter = filter;
  }

  /** The filter as the endpoint takes it, without what does not filter. */
  get query() {
    const { keyword, state } = this.filter;
    const role = staffRoles.find((one) => one === this.filter.role);
    return {
      ...(keyword.trim() !== "" && { keyword: keyword.trim() }),
      ...(role !== undefined && { role }),
      ...(state === "dismissed" && { dismissed: true }),
    };
  }

  /** Adds a member, or takes a dismissed one back. Rethrows failures. */
  async add(form: StaffPosition & { phone: string; idempotencyKey: string; code?: string }): Promise<void> {
    const { idempotencyKey, ...fields } = form;
    await this.api.call(staffMemberEndpoints.add, { body: { ...fields, client_key: idempotencyKey } });
    await this.reload();
  }

  /** Changes name, role and restaurants. Rethrows failures. */
  async update(staffId: string, form: StaffPosition & { code?: string }): Promise<void> {
    await this.api.call(staffMemberEndpoints.update, { body: { staff_id: staffId, ...form } });
    await this.reload();
  }

  /** Ends the member's sessions and refuses every later login. Rethrows failures. */
  async dismiss(staffId: string): Promise<void> {
    await this.api.call(staffMemberEndpoints.dismiss, { body: { staff_id: staffId } });
    await this.reload();
  }

  /** Returns the list of devices on which a member is logged in. */
  listSessions(staffId: string): PagedList<LoginSession> {
    return new PagedList<LoginSession>({
      fetchPage: async (page, signal) => {
        const query = { staff_id: staffId, page, pageSize: 20 };
        return toPage(await this.api.call(staffMemberEndpoints.sessions, { query, signal }));
      },
      getId: ({ session_id }) => session_id,
    });
  }

  /** Ends all sessions of a member but this one; returns their number. Rethrows failures. */
  async endSessions(staffId: string): Promise<number> {
    const { ended } = await this.api.call(staffMemberEndpoints.endSessions, { body: { staff_id: staffId } });
    await this.reload();
    return ended;
  }

  private async reload(): Promise<void> {
    await logErrors("loading members of staff failed", this.members.reload());
  }

  private async fetch(page: number, signal: AbortSignal) {
    const query = { ...this.query, page, pageSize: 20 };
    return toPage(await this.api.call(staffMemberEndpoints.list, { query, signal }));
  }
}

export const staffMemberStore = defineAdminStore(({ api }) => new StaffMemberStore(api));
