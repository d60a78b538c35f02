import { makeAutoObservable } from "mobx";
import type { Endpoint } from "#contract/endpoint.ts";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import type { InviteRecord } from "#contract/invite/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, pageFetcher } from "#web/lib/async/PagedList.ts";
import { removeItem, storageKeys } from "#web/lib/storage/storage.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

type ResponseData<E> = E extends Endpoint<infer Types> ? Types["data"] : never;
type InviteCode = ResponseData<typeof inviteEndpoints.code>;
type InviteStats = ResponseData<typeof inviteEndpoints.stats>;
type Poster = ResponseData<typeof inviteEndpoints.poster>;

/** Invites: the customer's code, its poster, the invited friends, and the customer's own inviter. */
export class InviteStore implements CustomerScoped {
  readonly code = new Loadable<InviteCode>();
  readonly stats = new Loadable<InviteStats>();
  readonly poster = new Loadable<Poster>();
  /** Invited friends, newest first. */
  readonly records: PagedList<InviteRecord>;
  isBinding = false;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.records = new PagedList({
      fetchPage: pageFetcher(api, inviteEndpoints.records),
      getId: ({ name, at }) => `${at} ${name}`,
    });
    makeAutoObservable<this, "api">(
      this,
      { code: false, stats: false, poster: false, records: false, api: false },
      { autoBind: true },
    );
  }

  /** Fetches the code and the counts, which hold their failures. Rethrows the first failure. */
  async load(): Promise<void> {
    await Promise.all([
      this.code.run((signal) => this.api.call(inviteEndpoints.code, { signal })),
      this.loadStats(),
    ]);
  }

  /** Fetches the counts alone. Rethrows failures. */
  async loadStats(): Promise<InviteStats> {
    return this.stats.run((signal) => this.api.call(inviteEndpoints.stats, { signal }));
  }

  /** Creates the poster, once. Rethrows failures. */
  async loadPoster(): Promise<void> {
    if (this.poster.status === "ready" || this.poster.isLoading) return;
    await this.poster.run((signal) => this.api.call(inviteEndpoints.poster, { signal }));
  }

  /** Binds the customer's inviter; the first one is final. Rethrows failures. */
  async bind(inviteCode: string): Promise<void> {
    if (this.isBinding) return;
    this.setBinding(true);
    try {
      await this.api.call(inviteEndpoints.bind, { body: { invite_code: inviteCode } });
      removeItem(storageKeys.inviteCode);
    } finally {
      this.setBinding(false);
    }
  }

  resetCustomerData(): void {
    this.code.reset();
    this.stats.reset();
    this.poster.reset();
    this.records.reset();
  }

  private setBinding(isBinding: boolean): void {
    this.isBinding = isBinding;
  }
}

export const inviteStore = defineStore((root) => new InviteStore(root.api));
