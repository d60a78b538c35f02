import { ChatStore } from "#web/h5/features/chat/ChatStore.ts";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import type { Buyer } from "./buyers.ts";
import { uploadImage } from "./forms.ts";
import type { TestApp } from "./testApp.ts";

type ChatStoreOptions = ConstructorParameters<typeof ChatStore>[0];

/** Simulated network fault of an app request: the request is lost, or only its response. */
export type NetworkFault = "question" | "answer";

/**
 * Creates the app's own client with this customer's token, talking to the real server; each fault applies to
 * one of the next requests.
 */
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

/**
 * Creates the conversation store as a page of the app does, with the storage of an earlier page on the same
 * device.
 */
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

/** Types text into the field and sends it. */
export function sendText(chat: ChatStore, text: string): void {
  chat.setDraft(text);
  chat.sendDraft();
}

/** Counts the messages being sent. */
export function countSending(chat: ChatStore): number {
  return chat.outbox.pending.filter(({ state }) => state === "sending").length;
}
