import type { Staff } from "#contract/staff/auth/schema.ts";
import { chainSettingsEndpoints } from "#contract/staff/chain-settings/endpoints.ts";
import type { WorkSettings } from "#contract/staff/chain-settings/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { logErrors } from "../ui/logErrors.ts";
import { defineAdminStore } from "./AdminStores.ts";

/** What members of staff need of the chain's settings for their work. */
export class WorkSettingsStore {
  private readonly settings = new Loadable<WorkSettings>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
  }

  /** Undefined until they are loaded. */
  get current(): WorkSettings | undefined {
    return this.settings.value;
  }

  /** Replies that agents insert; none until they are loaded. */
  get replies(): WorkSettings["replies"] {
    return this.settings.value?.replies ?? [];
  }

  /** Returns the highest refund of a member at once, in fen; null without a limit, and until it is loaded. */
  refundLimitOf({ role }: Pick<Staff, "role">): number | null {
    return role === "agent" ? (this.settings.value?.agent_refund_max ?? null) : null;
  }

  /** Fetches them; a failure is only logged, because pages are usable without them. */
  load(): void {
    const task = (signal: AbortSignal) => this.api.call(chainSettingsEndpoints.work, { signal });
    void logErrors("loading the work settings failed", this.settings.run(task));
  }
}

export const workSettingsStore = defineAdminStore(({ api }) => new WorkSettingsStore(api));
