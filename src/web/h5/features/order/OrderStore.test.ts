import { describe, expect, it } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { OrderStore } from "./OrderStore.ts";

const order = { order_id: "o1", status: "paid", refund_status: "none", lines: [] };

function make(details: unknown[]) {
  const posted: unknown[] = [];
  const api = {
    fetchBody: async (_endpoint: unknown, input: { body?: unknown } = {}) => posted.push(input.body),
    call: async () => {
      const next = details.length > 1 ? details.shift() : details[0];
      if (next instanceof Error) throw next;
      return next as never;
    },
  };
  let ticks = 0;
  return { store: new OrderStore(api, { token: "t" }, () => ++ticks), posted };
}

describe("OrderStore", () => {
  it("knows whether the order may still change", async () => {
    const ended = { ...order, status: "completed" };
    const refunding = { ...ended, refund_status: "refunding" };
    const { store } = make([order, ended, refunding]);
    expect(store.isLive).toBe(false);
    await store.open("o1");
    expect([store.isLive, store.receivedAt]).toEqual([true, 1]);
    await store.refresh();
    expect(store.isLive).toBe(false);
    await store.refresh();
    expect(store.isLive).toBe(true);
  });

  it("never shows one order under another's number", async () => {
    const { store } = make([order]);
    await store.open("o1");
    const opening = store.open("o2");
    expect(store.detail.value).toBeUndefined();
    await opening;
  });

  it("distinguishes a missing order from a failed request", async () => {
    const { store } = make([
      new ApiError("not_found", "没有", { status: 404 }),
      new ApiError("offline", "断网"),
    ]);
    await expect(store.open("x")).rejects.toThrow();
    expect(store.isNotFound).toBe(true);
    await expect(store.refresh()).rejects.toThrow();
    expect(store.isNotFound).toBe(false);
  });

  it("cancels with the reason's number, and a cancelled order that fails to load is no failure", async () => {
    const { store, posted } = make([order, new ApiError("offline", "断网")]);
    await store.open("o1");
    await store.cancel(3);
    expect(posted).toEqual([{ order_id: "o1", reason: 3 }]);
    expect([store.isCancelling, store.detail.status]).toEqual([false, "failed"]);
  });

  it("rejects a response without order lines", async () => {
    const { store } = make([{ order_id: "o1" }]);
    await expect(store.open("o1")).rejects.toBeInstanceOf(ApiError);
  });
});
