import { makeAutoObservable, runInAction } from "mobx";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { texts } from "#web/shared/texts.ts";
import { type Personal, storeOf } from "../RootStore.ts";
import { amountOf, textOf } from "../wireValues.ts";

/** How the conversation is: what is unread, and whether somebody answers now. */
export interface ChatState {
  readonly unread: number;
  readonly isOnline: boolean;
  /** For example "09:00-22:00"; empty when nobody said. */
  readonly hoursText: string;
}

/** What the rest of the app shows of the conversation without opening it. */
export class ChatStateStore implements Personal {
  readonly state = new Loadable<ChatState>();
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
  load(): Promise<ChatState> {
    return this.state.run(async (signal) => {
      const answer = await this.api.call(chatEndpoints.state, { signal });
      if (!isRecord(answer)) throw new ApiError("bad_reply", texts.badReply);
      return {
        unread: amountOf(answer.unread) ?? 0,
        isOnline: answer.online !== false,
        hoursText: textOf(answer.hours_text),
      };
    });
  }

  /** The customer has seen everything up to this message. Rethrows failures. */
  async read(upToId: number): Promise<void> {
    const answer = await this.api.call(chatEndpoints.read, { body: { up_to_id: upToId } });
    const unread = isRecord(answer) ? (amountOf(answer.unread) ?? 0) : 0;
    runInAction(() => {
      const known = this.state.value;
      if (known !== undefined) this.state.set({ ...known, unread });
    });
  }

  forget(): void {
    this.state.reset();
  }
}

export const chatStateStore = storeOf((root) => new ChatStateStore(root.api));
