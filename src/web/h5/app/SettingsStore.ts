import { makeAutoObservable } from "mobx";
import { appEndpoints } from "#contract/app/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineStore } from "./RootStore.ts";

interface Settings {
  maps_base_url: string;
  maps_browser_key: string;
  version: string;
  vconsole: boolean;
  /** Hosts that know of no mini-program leave it out. */
  mini_program_pay_path?: string;
}

/** What this installation says of itself; asked for once. */
export class SettingsStore {
  readonly settings = new Loadable<Settings>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { settings: false, api: false }, { autoBind: true });
  }

  async load(): Promise<Settings> {
    const loaded = this.settings.value;
    // Without the signal: no screen alone waits for them.
    return loaded ?? this.settings.run(() => this.api.call(appEndpoints.settings));
  }
}

export const settingsStore = defineStore((root) => new SettingsStore(root.api));
