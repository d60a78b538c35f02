import { makeAutoObservable } from "mobx";
import { legalEndpoints } from "#contract/legal/endpoints.ts";
import type { LegalText, LegalTextSummary, ShownVersions } from "#contract/legal/schema.ts";
import type { LegalTextName } from "#contract/legal/texts.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { logError } from "#web/lib/logError.ts";
import { defineStore } from "../../app/RootStore.ts";

/** The chain's legal texts as customers read them. */
export class LegalTextStore {
  readonly list = new Loadable<LegalTextSummary[]>();
  readonly text = new Loadable<LegalText>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { list: false, text: false, api: false }, { autoBind: true });
  }

  /** True on hosts that have no such texts: nothing is shown and nothing agreed to there. */
  get isUnsupported(): boolean {
    return this.list.status === "failed" && isUnsupportedEndpoint(this.list.error);
  }

  /** Fetches the list with the present versions. Rethrows failures. */
  async loadList(): Promise<LegalTextSummary[]> {
    return await this.list.run(
      async (signal) => (await this.api.call(legalEndpoints.texts, { signal })).list,
    );
  }

  /** Fetches a text anew: what is read must be the version that is agreed to. Rethrows failures. */
  async open(name: LegalTextName): Promise<void> {
    this.text.reset();
    await this.text.run((signal) => this.api.call(legalEndpoints.text, { query: { name }, signal }));
  }

  /**
   * Returns the versions that a customer agrees to at a login: those that were shown, or fetched now if they could not
   * be before; null when they cannot be had, so that the customer is asked after the login.
   */
  async findShownVersions(): Promise<ShownVersions | null> {
    try {
      const list = this.list.value ?? (await this.loadList());
      const versionOf = (name: LegalTextName) => list.find((one) => one.name === name)?.version;
      const [agreement, privacy] = [versionOf("agreement"), versionOf("privacy")];
      return agreement === undefined || privacy === undefined ? null : { agreement, privacy };
    } catch (error) {
      if (!isUnsupportedEndpoint(error)) logError("the versions of the texts are not known", error);
      return null;
    }
  }
}

export const legalTextStore = defineStore((root) => new LegalTextStore(root.api));
