import { makeAutoObservable, runInAction } from "mobx";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { toCount, toText } from "../../app/parse.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";

/** How the conversation is: what is unread, and whether somebody answers now. */
export interface ConversationStatus {
  readonly unread: number;
  readonly isOnline: boolean;
  /** For example "09:00-22:00"; empty when nobody said. */
  readonly hoursText: string;
}

/** What the rest of the app shows of the conversation without opening it. */
export class UnreadStore implements CustomerScoped {
  readonly state = new Loadable<ConversationStatus>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { state: false, api: false }, { autoBind: true });
  }

  /** How many messages wait to be read; 0 while it is not known. */
  get unread(): number {
    return this.state.value?.unread ?? 0;
  }

  /** Asks how it stands. Rethrows failures. */
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

  /** The customer has seen everything up to this message. Rethrows failures. */
  async markRead(upToId: number): Promise<void> {
    const response = await this.api.call(chatEndpoints.read, { body: { up_to_id: upToId } });
    const unread = isRecord(response) ? (toCount(response.unread) ?? 0) : 0;
    runInAction(() => {
      const current = this.state.value;
      if (current !== undefined) this.state.set({ ...current, unread });
    });
  }

  reset(): void {
    this.state.reset();
  }
}

export const unreadStore = defineStore((root) => new UnreadStore(root.api));
