import { makeAutoObservable } from "mobx";
import type { ChainSettings, SettingsSection } from "#contract/chain-settings/chain-settings.ts";
import { chainSettingsEndpoints as endpoints } from "#contract/staff/chain-settings/endpoints.ts";
import type { SettingsVersion } from "#contract/staff/chain-settings/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** The chain's settings as the head office edits them, by section. */
export class ChainSettingsStore {
  readonly sections = new Loadable<SettingsVersion[]>();
  /** Number of times that a section was saved here, so that its form starts anew. */
  saves: Partial<Record<SettingsSection, number>> = {};
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { sections: false, api: false }, { autoBind: true });
  }

  /** Rethrows failures. */
  async load(): Promise<void> {
    await this.sections.run(async (signal) => {
      const { list } = await this.api.call(endpoints.list, { signal });
      return list as SettingsVersion[];
    });
  }

  /**
   * Saves a section as it was read in `base`. Rethrows failures, "conflict" if it was changed since, and one with the
   * field "code" without the right code.
   */
  async save(base: SettingsVersion, value: ChainSettings[SettingsSection], code?: string): Promise<void> {
    const { section, version } = base;
    const saved = (await this.api.call(endpoints.save, {
      body: { section, version, value, ...(code !== undefined && { code }) },
    })) as SettingsVersion;
    this.sections.set(this.sections.value?.map((one) => (one.section === section ? saved : one)) ?? []);
    this.countSave(section);
  }

  /** Lists the versions of a section, newest first. */
  createHistory(section: SettingsSection): PagedList<SettingsVersion> {
    return new PagedList<SettingsVersion>({
      fetchPage: async (page, signal) => {
        const query = { section, page, pageSize: 20 };
        const answer = await this.api.call(endpoints.history, { query, signal });
        return toPage({ ...answer, list: answer.list as SettingsVersion[] });
      },
      getId: ({ version }) => String(version),
    });
  }

  private countSave(section: SettingsSection): void {
    this.saves = { ...this.saves, [section]: (this.saves[section] ?? 0) + 1 };
  }
}

export const chainSettingsStore = defineAdminStore(({ api }) => new ChainSettingsStore(api));
