import { describe, expect, it } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { PublicOrderStore } from "./PublicOrderStore.ts";

const order = { third_party_order_id: "p1", status: "paid", items: [] };

function make(...answers: unknown[]) {
  const api = {
    call: async () => {
      const next = answers.shift();
      if (next instanceof Error) throw next;
      return next as never;
    },
  };
  return new PublicOrderStore(api);
}

describe("PublicOrderStore", () => {
  it("follows an order until it is over", async () => {
    const store = make(order, { ...order, status: "completed" });
    expect(store.isLive).toBe(true);
    await store.open("p1");
    expect([store.isLive, store.order.value]).toEqual([true, order]);
    await store.open("p1");
    expect(store.isLive).toBe(false);
  });

  it("reports an order as missing when it does not exist, no longer exists, or has an impossible number", async () => {
    for (const error of [
      new ApiError("not_found", "没有", { status: 404 }),
      new ApiError("validation", "有误", { status: 400 }),
    ]) {
      const store = make(error);
      await expect(store.open("p1")).rejects.toBe(error);
      expect([store.isNotFound, store.waitS]).toEqual([true, 0]);
    }
  });

  it("keeps the shown order when rate limited, and returns the wait", async () => {
    const store = make(
      order,
      new ApiError("rate_limited", "太频繁", { status: 429, retryAfterS: 12.2 }),
      new ApiError("rate_limited", "太频繁", { status: 429 }),
    );
    await store.open("p1");
    await expect(store.open("p1")).rejects.toThrow();
    expect([store.waitS, store.isNotFound, store.order.value]).toEqual([13, false, order]);
    await expect(store.open("p1")).rejects.toThrow();
    expect(store.waitS).toBe(30);
  });

  it("never shows one order under another's number", async () => {
    const store = make(order, new ApiError("offline", "断网"));
    await store.open("p1");
    await expect(store.open("p2")).rejects.toThrow();
    expect(store.order.value).toBeUndefined();
  });
});
