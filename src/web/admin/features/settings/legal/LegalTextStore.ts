import { makeAutoObservable } from "mobx";
import type { LegalTextName } from "#contract/legal/texts.ts";
import { staffLegalEndpoints as endpoints } from "#contract/staff/legal/endpoints.ts";
import type { EditedLegalText, LegalTextVersion } from "#contract/staff/legal/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../../app/AdminStores.ts";

/** The chain's legal texts as the head office edits them, one at a time. */
export class LegalTextStore {
  readonly text = new Loadable<EditedLegalText>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { text: false, api: false }, { autoBind: true });
  }

  /** Loads the present version of a text. Rethrows failures. */
  async load(name: LegalTextName): Promise<void> {
    this.text.reset();
    await this.text.run((signal) => this.api.call(endpoints.read, { query: { name }, signal }));
  }

  /** Returns a version of a text. Rethrows failures. */
  async read(name: LegalTextName, version: number): Promise<EditedLegalText> {
    return await this.api.call(endpoints.read, { query: { name, version } });
  }

  /** Saves a text as it was read in `base`. Rethrows failures, "conflict" if it was changed since. */
  async save(
    { name, version }: EditedLegalText,
    form: Pick<EditedLegalText, "body" | "needs_consent">,
  ): Promise<void> {
    this.text.set(await this.api.call(endpoints.save, { body: { name, version, ...form } }));
  }

  /** Lists the versions of a text, newest first. */
  createHistory(name: LegalTextName): PagedList<LegalTextVersion> {
    return new PagedList<LegalTextVersion>({
      fetchPage: async (page, signal) =>
        toPage(await this.api.call(endpoints.history, { query: { name, page, pageSize: 20 }, signal })),
      getId: ({ version }) => String(version),
    });
  }
}

export const legalTextStore = defineAdminStore(({ api }) => new LegalTextStore(api));
