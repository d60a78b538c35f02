import { describe, expect, it } from "vitest";
import { OrderHistoryStore } from "./OrderHistoryStore.ts";

/** Creates a server with orders named newest first; pages of ten. */
function make(ids: string[]) {
  const server = { ids };
  const requested: unknown[] = [];
  const changed = new Map<string, { status: string; wait?: Promise<void> }>();
  const api = {
    call: async (_endpoint: unknown, input: { query?: unknown } = {}) => {
      const { page = 1, order_id = "" } = (input.query ?? {}) as { page?: number; order_id?: string };
      const change = changed.get(order_id);
      await change?.wait;
      if (change !== undefined) return { order_id, status: change.status, refund_status: "none" } as never;
      requested.push(input.query);
      const list = server.ids.slice((page - 1) * 10, page * 10).map((order_id) => ({ order_id }));
      return { list, has_more: page * 10 < server.ids.length } as never;
    },
    fetchBody: async () => null,
  };
  return { history: new OrderHistoryStore(api, { token: "t" }), server, requested, changed };
}

const named = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `o${from + n}`);
const idsOf = (history: OrderHistoryStore) => history.orders.map((order) => order.order_id);

describe("OrderHistoryStore", () => {
  it("fetches ten at a time until there are no more", async () => {
    const { history, requested } = make(named(1, 23));
    await history.list.reload();
    expect([history.orders.length, history.list.hasMore]).toEqual([10, true]);
    await history.list.loadMore();
    await history.list.loadMore();
    await history.list.loadMore();
    expect([idsOf(history), history.list.hasMore, requested.length]).toEqual([named(1, 23), false, 3]);
    expect(requested[0]).toEqual({ status: "all", page: 1, pageSize: 10 });
  });

  it("shows no order twice when new ones moved others to later pages", async () => {
    const { history, server } = make(named(1, 20));
    await history.list.reload();
    server.ids = ["new", ...server.ids];
    await history.list.loadMore();
    expect(new Set(idsOf(history)).size).toBe(idsOf(history).length);
  });

  it("keeps the loaded pages when the head is fetched anew and still overlaps", async () => {
    const { history, server } = make(named(1, 25));
    await history.list.reload();
    await history.list.loadMore();
    server.ids = ["new", ...server.ids];
    await history.list.reload();
    expect(idsOf(history)).toEqual(["new", ...named(1, 20)]);
    server.ids = named(100, 150);
    await history.list.reload();
    expect(idsOf(history)).toEqual(named(100, 109));
  });

  it("resets for another filter, and is empty for another customer", async () => {
    const { history } = make(named(1, 3));
    await history.list.reload();
    history.setFilter("all");
    expect(history.orders).toHaveLength(3);
    history.list.scrollTop = 400;
    history.setFilter("refund");
    expect([history.orders, history.list.scrollTop, history.list.pages.status]).toEqual([[], 0, "idle"]);
    await history.list.reload();
    history.resetCustomerData();
    expect(history.orders).toEqual([]);
  });

  it("replaces the card of a changed order, wherever it is, and lets the newest response win", async () => {
    const { history, changed } = make(named(1, 25));
    await history.list.reload();
    await history.list.loadMore();
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    changed.set("o15", { status: "accepted", wait: slow });
    const first = history.refresh("o15");
    await Promise.resolve();
    changed.set("o15", { status: "preparing" });
    await history.refresh("o15");
    release();
    await first;
    expect(history.orders[14]).toMatchObject({ order_id: "o15", status: "preparing" });
    expect(idsOf(history)).toEqual(named(1, 20));
  });

  it("removes an order that no longer matches the filter, and fetches the head for an unknown one", async () => {
    const { history, server, changed } = make(named(1, 3));
    history.setFilter("pending_payment");
    await history.list.reload();
    changed.set("o2", { status: "paid" });
    await history.refresh("o2");
    expect(idsOf(history)).toEqual(["o1", "o3"]);
    server.ids = ["new", "o1", "o3"];
    await history.refresh("new");
    expect(idsOf(history)).toEqual(["new", "o1", "o3"]);
  });

  it("reports an empty list", async () => {
    const { history } = make([]);
    expect(history.list.isEmpty).toBe(false);
    await history.list.reload();
    expect(history.list.isEmpty).toBe(true);
  });
});
