import { ChatStore } from "#web/h5/features/chat/ChatStore.ts";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import type { Buyer } from "./buyers.ts";
import { uploadImage } from "./forms.ts";
import type { TestApp } from "./testApp.ts";

type ChatStoreOptions = ConstructorParameters<typeof ChatStore>[0];

/** What happens to a call of the app: the question gets lost, or only its answer. */
export type NetworkFault = "question" | "answer";

/** The app's own client, talking to the real server as this customer; `faults` happen to the next calls, one each. */
export function createApiClient(app: TestApp, buyer: Buyer, faults: NetworkFault[]): ApiClient {
  return new ApiClient({
    tokenFor: () => buyer.token,
    onUnauthenticated: () => undefined,
    baseUrl: app.url,
    fetch: async (url, init) => {
      const fault = faults.shift();
      if (fault === "question") throw new TypeError("lost");
      const response = await fetch(url, init);
      if (fault === "answer") throw new TypeError("lost");
      return response;
    },
  });
}

/** The conversation as a page of the app opens it; what an earlier one left on the device is there. */
export function createChatStore(
  app: TestApp,
  buyer: Buyer,
  faults: NetworkFault[],
  overrides: Partial<ChatStoreOptions> = {},
): ChatStore {
  return new ChatStore({
    api: createApiClient(app, buyer, faults),
    resize: async (file) => file,
    upload: async (file, onProgress) => {
      const { data } = await uploadImage(app, buyer.token, Buffer.from(await file.arrayBuffer()));
      onProgress(1);
      return data;
    },
    now: () => new Date().toISOString(),
    ...overrides,
  });
}

/** Writes into the field and sends it. */
export function sendText(chat: ChatStore, text: string): void {
  chat.setDraft(text);
  chat.sendDraft();
}

/** How many messages are on their way. */
export function countSending(chat: ChatStore): number {
  return chat.outbox.pending.filter(({ state }) => state === "sending").length;
}
