import { ChatStore } from "#web/h5/stores/ChatStore.ts";
import { ApiClient } from "#web/shared/api/ApiClient.ts";
import type { Buyer } from "./buyers.ts";
import { sendPicture } from "./forms.ts";
import type { TestApp } from "./testApp.ts";

type Parts = ConstructorParameters<typeof ChatStore>[0];

/** What happens to a call of the app: the question gets lost, or only its answer. */
export type Fault = "question" | "answer";

/** The app's own client, talking to the real server as this customer; `faults` happen to the next calls, one each. */
export function appClient(app: TestApp, buyer: Buyer, faults: Fault[]): ApiClient {
  return new ApiClient({
    tokenFor: () => buyer.token,
    onUnauthenticated: () => undefined,
    baseUrl: app.url,
    fetch: async (url, init) => {
      const fault = faults.shift();
      if (fault === "question") throw new TypeError("lost");
      const answer = await fetch(url, init);
      if (fault === "answer") throw new TypeError("lost");
      return answer;
    },
  });
}

/** The conversation as a page of the app opens it; what an earlier one left on the device is there. */
export function chatOf(app: TestApp, buyer: Buyer, faults: Fault[], more: Partial<Parts> = {}): ChatStore {
  return new ChatStore({
    api: appClient(app, buyer, faults),
    shrink: async (file) => file,
    upload: async (file, onShare) => {
      const { data } = await sendPicture(app, buyer.token, Buffer.from(await file.arrayBuffer()));
      onShare(1);
      return data;
    },
    now: () => new Date().toISOString(),
    ...more,
  });
}

/** Writes into the field and sends it. */
export function write(chat: ChatStore, text: string): void {
  chat.setDraft(text);
  chat.sendDraft();
}

/** How many messages are on their way. */
export function underWay(chat: ChatStore): number {
  return chat.outbox.unsent.filter(({ state }) => state === "sending").length;
}
