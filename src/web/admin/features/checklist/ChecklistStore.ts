import { checklistEndpoints as endpoints } from "#contract/staff/checklist/endpoints.ts";
import type { Checklist, ChecklistItem } from "#contract/staff/checklist/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";

/** What a chain needs before it sells its first meal. */
export class ChecklistStore {
  readonly checklist = new Loadable<Checklist>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
  }

  /** Checks everything again. Rethrows failures. */
  async load(): Promise<void> {
    await this.checklist.run((signal) => this.api.call(endpoints.read, { query: {}, signal }));
  }

  /** Stores a file for the root of the domain. Rethrows failures. */
  async saveFile(name: string, content: string): Promise<void> {
    await this.api.call(endpoints.saveFile, { body: { name, content } });
    await logErrors("loading the checklist failed", this.load());
  }

  /** Rethrows failures. */
  async removeFile(name: string): Promise<void> {
    await this.api.call(endpoints.removeFile, { body: { name } });
    await logErrors("loading the checklist failed", this.load());
  }
}

/** Counts the items that are not ready. */
export function countLeft(items: readonly ChecklistItem[]): number {
  return items.filter(({ state }) => state !== "ok").length;
}

export const checklistStore = defineAdminStore(({ api }) => new ChecklistStore(api));
