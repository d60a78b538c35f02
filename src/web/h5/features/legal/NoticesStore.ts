import { makeAutoObservable } from "mobx";
import { legalEndpoints } from "#contract/legal/endpoints.ts";
import type { LegalNotices } from "#contract/legal/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineStore } from "../../app/RootStore.ts";

/** The chain's registrations, licences and note for minors. */
export class NoticesStore {
  readonly notices = new Loadable<LegalNotices>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { notices: false, api: false }, { autoBind: true });
  }

  /** Fetches the notices once. Rethrows failures. */
  async load(): Promise<void> {
    if (this.notices.value !== undefined) return;
    // Without the abort signal: the notices are shared, not owned by one page.
    await this.notices.run(() => this.api.call(legalEndpoints.notices));
  }
}

export const noticesStore = defineStore((root) => new NoticesStore(root.api));
