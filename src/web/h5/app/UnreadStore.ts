import { makeAutoObservable, runInAction } from "mobx";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { toCount, toText } from "./parse.ts";
import { type CustomerScoped, defineStore } from "./RootStore.ts";

/** Conversation status: unread count and whether staff are available. */
export interface ConversationStatus {
  readonly unread: number;
  readonly isOnline: boolean;
  /** For example "09:00-22:00"; empty when unknown. */
  readonly hoursText: string;
}

/** Conversation status for the rest of the app, available without opening the conversation. */
export class UnreadStore implements CustomerScoped {
  readonly state = new Loadable<ConversationStatus>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { state: false, api: false }, { autoBind: true });
  }

  /** Number of unread messages; 0 while unknown. */
  get unread(): number {
    return this.state.value?.unread ?? 0;
  }

  /** Fetches the status. Rethrows failures. */
  load(): Promise<ConversationStatus> {
    return this.state.run(async (signal) => {
      const response = await this.api.call(chatEndpoints.state, { signal });
      if (!isRecord(response)) throw new ApiError("bad_reply", commonMessages.badReply);
      return {
        unread: toCount(response.unread) ?? 0,
        isOnline: response.online !== false,
        hoursText: toText(response.hours_text),
      };
    });
  }

  /** Marks every message up to this id as read. Rethrows failures. */
  async markRead(upToId: number): Promise<void> {
    const response = await this.api.call(chatEndpoints.read, { body: { up_to_id: upToId } });
    const unread = isRecord(response) ? (toCount(response.unread) ?? 0) : 0;
    runInAction(() => {
      const current = this.state.value;
      if (current !== undefined) this.state.set({ ...current, unread });
    });
  }

  resetCustomerData(): void {
    this.state.reset();
  }
}

export const unreadStore = defineStore((root) => new UnreadStore(root.api));
