import { expect, test } from "vitest";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Session } from "#web/lib/session/Session.ts";
import { defineStore, RootStore } from "./RootStore.ts";

test("a logout resets the stores of the customer, and no other store that can be reset", () => {
  const session = new Session();
  const root = new RootStore(
    new ApiClient({ tokenFor: session.tokenFor, onUnauthenticated: session.expire }),
    session,
  );
  const resets: string[] = [];
  root.get(defineStore(() => ({ resetCustomerData: () => resets.push("orders") })));
  root.get(defineStore(() => ({ reset: () => resets.push("menu") })));
  root.resetCustomerStores();
  expect(resets).toEqual(["orders"]);
});
