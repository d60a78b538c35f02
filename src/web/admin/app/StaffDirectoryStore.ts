import { makeAutoObservable } from "mobx";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { logError } from "#web/lib/logError.ts";
import { defineAdminStore } from "./AdminStores.ts";
import { staffPageMessages } from "./staffPageMessages.ts";

const operatorPattern = /^operator:(.*)$/;

/** Names of agents and admins, who are referenced by id elsewhere. */
export class StaffDirectoryStore {
  private readonly names = new Loadable<ReadonlyMap<string, string>>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "names" | "api">(this, { names: false, api: false }, { autoBind: true });
  }

  /** Returns the display name; empty until loaded, and for former staff. */
  findName(actor: string): string {
    const operatorName = operatorPattern.exec(actor)?.[1];
    if (operatorName !== undefined) return staffPageMessages.operator(operatorName);
    return actor === "demo" ? staffPageMessages.demo : (this.names.value?.get(actor) ?? "");
  }

  /** Fetches the names; a failure is only logged, because pages are usable without them. */
  load(): void {
    const task = async (signal: AbortSignal) => {
      const { list } = await this.api.call(staffChatEndpoints.staff, { signal });
      return new Map(list.map(({ staff_id, name }) => [staff_id, name]));
    };
    this.names.run(task).catch((error: unknown) => logError("loading the names of staff failed", error));
  }
}

export const staffDirectoryStore = defineAdminStore(({ api }) => {
  const directory = new StaffDirectoryStore(api);
  directory.load();
  return directory;
});
