import { appEndpoints } from "#contract/app/endpoints.ts";
import { checklistEndpoints as endpoints } from "#contract/staff/checklist/endpoints.ts";
import type { Checklist } from "#contract/staff/checklist/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";
import { checkBrowserKey } from "./checkBrowserKey.ts";
import type { CheckedItem } from "./checklistMessages.ts";

/** The checklist with what this browser has checked. */
export type CompleteChecklist = Omit<Checklist, "items"> & { items: CheckedItem[] };

/** What a chain needs before it sells its first meal. */
export class ChecklistStore {
  readonly checklist = new Loadable<CompleteChecklist>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
  }

  /** Checks everything again. Rethrows failures. */
  async load(): Promise<void> {
    await this.checklist.run(async (signal) => {
      const [{ items, files }, browserKey] = await Promise.all([
        this.api.call(endpoints.read, { query: {}, signal }),
        this.api.call(appEndpoints.settings, { signal }).then(checkBrowserKey),
      ]);
      return { items: [...items, browserKey], files };
    });
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
export function countLeft(items: readonly CheckedItem[]): number {
  return items.filter(({ state }) => state !== "ok").length;
}

export const checklistStore = defineAdminStore(({ api }) => new ChecklistStore(api));
