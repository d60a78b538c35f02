import { RootStore } from "#web/h5/app/RootStore.ts";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { Session } from "#web/lib/session/Session.ts";
import type { Buyer } from "./buyers.ts";
import type { TestApp } from "./testApp.ts";

/** The MobX stores of the customers' pages for one customer, over a network that can fail. */
export interface WebStores {
  root: RootStore;
  /** Drops the next response, though the server has processed the request. */
  dropNextResponse(): void;
}

/** Creates the stores of a customer's pages against the server of a test. */
export function createWebStores(app: TestApp, { token }: Pick<Buyer, "token">): WebStores {
  const session = new Session();
  session.token = token;
  let isNextDropped = false;
  const api = new ApiClient({
    tokenFor: session.tokenFor,
    onUnauthenticated: session.expire,
    baseUrl: app.url,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (!isNextDropped) return response;
      isNextDropped = false;
      throw new ApiError("offline", "");
    },
  });
  return {
    root: new RootStore(api, session),
    dropNextResponse: () => {
      isNextDropped = true;
    },
  };
}
