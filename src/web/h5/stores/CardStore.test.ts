import { expect, test } from "vitest";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { CardStore } from "./CardStore.ts";

function make(error: ApiError) {
  return new CardStore({ call: () => Promise.reject(error) });
}

test("a host without member cards offers none, and that is no failure", async () => {
  const store = make(new ApiError("not_found", "", { status: 404 }));
  await store.load();
  expect([store.isOffered, store.card.value, store.card.status]).toEqual([false, null, "ready"]);
});

test("a server that fails is a failure", async () => {
  const store = make(new ApiError("internal", "", { status: 500 }));
  await expect(store.load()).rejects.toBeInstanceOf(ApiError);
  expect([store.isOffered, store.card.status]).toEqual([true, "failed"]);
});
