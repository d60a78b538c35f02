import { expect, test } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { MemberCardStore } from "./MemberCardStore.ts";

function make(error: ApiError) {
  return new MemberCardStore({ call: () => Promise.reject(error) });
}

test("a host without member cards has none, and that is no failure", async () => {
  const store = make(new ApiError("not_found", "", { status: 404 }));
  await store.load();
  expect([store.isAvailable, store.card.value, store.card.status]).toEqual([false, null, "ready"]);
});

test("a server that fails is a failure", async () => {
  const store = make(new ApiError("internal", "", { status: 500 }));
  await expect(store.load()).rejects.toBeInstanceOf(ApiError);
  expect([store.isAvailable, store.card.status]).toEqual([true, "failed"]);
});
