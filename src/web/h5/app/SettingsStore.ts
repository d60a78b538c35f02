import { makeAutoObservable } from "mobx";
import { appEndpoints } from "#contract/app/endpoints.ts";
import type { CancelReason } from "#contract/chain-settings/cancel-reasons.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineStore } from "./RootStore.ts";

interface Settings {
  maps_base_url: string;
  maps_browser_key: string;
  version: string;
  vconsole: boolean;
  /** Absent on hosts without a mini-program. */
  mini_program_pay_path?: string;
  /** Absent on hosts without a number to call. */
  service_phone?: string;
  /** Absent on hosts that have the usual ones. */
  cancel_reasons?: CancelReason[];
}

/** Settings of this installation, fetched once. */
export class SettingsStore {
  readonly settings = new Loadable<Settings>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { settings: false, api: false }, { autoBind: true });
  }

  async load(): Promise<Settings> {
    const loaded = this.settings.value;
    // Without the abort signal: the settings are shared, not owned by one page.
    return loaded ?? this.settings.run(() => this.api.call(appEndpoints.settings));
  }
}

export const settingsStore = defineStore((root) => new SettingsStore(root.api));
