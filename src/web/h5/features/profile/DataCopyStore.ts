import { makeAutoObservable } from "mobx";
import { accountEndpoints, dataCopyUrl } from "#contract/account/endpoints.ts";
import type { DataCopy } from "#contract/account/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { fetchFile } from "#web/lib/api/fetchFile.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

/** Time for an archive with many pictures, in ms. */
const downloadTimeoutMs = 180_000;

type Api = Pick<ApiClient, "call" | "withToken" | "send">;

/** Copies of the customer's data. */
export class DataCopyStore implements CustomerScoped {
  readonly copies = new Loadable<DataCopy[]>();
  /** Key of a request whose outcome is unknown. */
  private idempotencyKey: string | null = null;
  private readonly api: Api;

  constructor(api: Api) {
    this.api = api;
    makeAutoObservable<this, "api" | "idempotencyKey">(
      this,
      { copies: false, api: false, idempotencyKey: false },
      { autoBind: true },
    );
  }

  /** True while a copy is being made. */
  get isMaking(): boolean {
    return this.copies.value?.some(({ status }) => status === "queued") ?? false;
  }

  async load(): Promise<void> {
    await this.copies.run(async (signal) => {
      const { list } = await this.api.call(accountEndpoints.dataCopies, { signal });
      return list;
    });
  }

  /** Requests a copy; a repeated attempt after a failure is the same request. Rethrows failures. */
  async request(): Promise<void> {
    this.idempotencyKey ??= createIdempotencyKey();
    const body = { client_key: this.idempotencyKey };
    const copy = await this.api.call(accountEndpoints.requestDataCopy, { body });
    this.idempotencyKey = null;
    const others = this.copies.value?.filter(({ copy_id }) => copy_id !== copy.copy_id) ?? [];
    this.copies.set([copy, ...others]);
  }

  /** Fetches the archive of a copy. Rethrows failures. */
  async fetchArchive(copyId: string): Promise<Blob> {
    return await fetchFile(this.api, {
      principal: "customer",
      url: dataCopyUrl(copyId),
      signal: new AbortController().signal,
      timeoutMs: downloadTimeoutMs,
    });
  }

  resetCustomerData(): void {
    this.copies.reset();
    this.idempotencyKey = null;
  }
}

export const dataCopyStore = defineStore((root) => new DataCopyStore(root.api));
