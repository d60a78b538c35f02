import { makeAutoObservable } from "mobx";
import { appEndpoints } from "#contract/app/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineAdminStore } from "./AdminStores.ts";

/** The part of the installation's public settings that the staff's app shows. */
export class SettingsStore {
  private readonly settings = new Loadable<{ version: string }>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api" | "settings">(this, { api: false, settings: false }, { autoBind: true });
  }

  /** The server's version; null until it is loaded. */
  get version(): string | null {
    return this.settings.value?.version ?? null;
  }

  /** Fetches the settings once. Rethrows failures. */
  async load(): Promise<void> {
    if (this.settings.status === "idle" || this.settings.status === "failed")
      await this.settings.run(() => this.api.call(appEndpoints.settings));
  }
}

export const settingsStore = defineAdminStore((stores) => new SettingsStore(stores.api));
