import { makeAutoObservable } from "mobx";
import { userEndpoints } from "#contract/user/endpoints.ts";
import type { LoginSession } from "#contract/user/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, pageFetcher } from "#web/lib/async/PagedList.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

/** Active sessions of the customer's account. */
export class SessionListStore implements CustomerScoped {
  /** This session first, then by last activity. */
  readonly sessions: PagedList<LoginSession>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.sessions = new PagedList({
      fetchPage: pageFetcher(api, userEndpoints.sessions),
      getId: (session) => session.session_id,
    });
    makeAutoObservable<this, "api">(this, { sessions: false, api: false }, { autoBind: true });
  }

  get hasOthers(): boolean {
    return this.sessions.items.some(({ is_current }) => !is_current);
  }

  /** Ends one session; one that has ended already is removed as well. Rethrows failures. */
  async end(id: string): Promise<void> {
    await this.api.call(userEndpoints.endSession, { body: { session_id: id } });
    this.sessions.replace(this.sessions.items.filter(({ session_id }) => session_id !== id));
  }

  /** Ends all other sessions and returns their number. Rethrows failures. */
  async endOthers(): Promise<number> {
    const { ended } = await this.api.call(userEndpoints.endOtherSessions);
    this.sessions.replace(this.sessions.items.filter(({ is_current }) => is_current));
    return ended;
  }

  resetCustomerData(): void {
    this.sessions.reset();
  }
}

export const sessionListStore = defineStore((root) => new SessionListStore(root.api));
