// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { readJson, storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import { parseAddress } from "../address/SavedAddress.ts";
import { createTestCarts } from "../cart/createTestCarts.ts";
import { MenuStore } from "../menu/MenuStore.ts";
import { RestaurantStore } from "../restaurant/RestaurantStore.ts";
import { type DeliveryAddress, TakeawayStore } from "./TakeawayStore.ts";
import { createFetchBootstrap, type FetchBootstrap } from "./takeaway.api.ts";
import { createTakeawayMenuFetcher, loadStepByStep } from "./takeaway.fallback.ts";

const home: DeliveryAddress = {
  id: "a1",
  poi_location: "121.437,31.1898",
  recipient: "小满",
  phone: "13800138000",
  line: "漕溪新苑 6号楼",
};
const secondAddress: DeliveryAddress = { ...home, id: "a2", poi_location: "121.5,31.2" };
const dish = { id: 1, name: "生煎", price: 1200 };

type Answer = unknown | (() => unknown);

interface Answers {
  stores?: Answer;
  menu?: Answer;
  address?: DeliveryAddress | null | Error;
  start?: FetchBootstrap;
}

/** Creates responses by path; `calls` lists the requests in order. */
function make(answers: Answers = {}) {
  const { stores = ["SH001"], menu: dishes = [dish], address = home } = answers;
  const state = { stores, menu: dishes, chosen: address };
  const calls: string[] = [];
  const api = {
    fetchBody: async (endpoint: { path: string }, input: { query?: unknown } = {}) => {
      if (endpoint.path.includes("/address/")) {
        if (state.chosen instanceof Error) throw state.chosen;
        return [];
      }
      const isList = endpoint.path.endsWith("/list");
      const { restaurant_id } = (input.query ?? {}) as { restaurant_id?: string };
      calls.push(isList ? "nearest" : `menu ${restaurant_id}`);
      const answer = isList ? state.stores : state.menu;
      const value = typeof answer === "function" ? answer() : answer;
      if (!isList) return value;
      return {
        data: { data: { stores: (value as string[]).map((id) => ({ storecode: id, storename: id })) } },
      };
    },
  };
  const chosen = () => (state.chosen instanceof Error ? null : state.chosen);
  // A host with the basic API only has no such endpoint.
  const { start = async () => null } = answers;
  const { cart, carts } = createTestCarts();
  const restaurant = new RestaurantStore();
  const menu = new MenuStore(createTakeawayMenuFetcher(api));
  const takeaway = new TakeawayStore({
    readSelected: chosen,
    restaurants: restaurant,
    menu,
    cartTransfer: carts,
    fetchBootstrap: start,
    loadStepByStep: (host) => loadStepByStep(api, host),
  });
  return { takeaway, restaurant, menu, cart, carts, calls, state };
}

const fail = () => {
  throw new Error("weg");
};

beforeEach(() => window.localStorage.clear());

describe("TakeawayStore", () => {
  it("goes from the address to its nearest restaurant, that one's menu and its cart", async () => {
    const { takeaway, cart, calls } = make();
    expect(takeaway.view).toBe("loading");
    await takeaway.load();
    expect(calls).toEqual(["nearest", "menu SH001"]);
    expect([takeaway.view, takeaway.nearestRestaurant?.id, cart.restaurantId]).toEqual([
      "menu",
      "SH001",
      "SH001",
    ]);
  });

  it("fetches the stored restaurant's menu in parallel to the nearest one", async () => {
    await make().takeaway.load();
    const again = make();
    await again.takeaway.load();
    expect(again.calls).toEqual(["menu SH001", "nearest"]);
    expect(again.takeaway.view).toBe("menu");
  });

  it("switches to another restaurant when the stored one is no longer the nearest", async () => {
    await make().takeaway.load();
    const again = make({ stores: ["SH002"] });
    await again.takeaway.load();
    expect(again.calls).toEqual(["menu SH001", "nearest", "menu SH002"]);
    expect([again.takeaway.nearestRestaurant?.id, again.menu.restaurantId]).toEqual(["SH002", "SH002"]);
  });

  it("does not use a restaurant that was stored for another address", async () => {
    await make().takeaway.load();
    const other = make({ address: secondAddress });
    await other.takeaway.load();
    expect(other.calls).toEqual(["nearest", "menu SH001"]);
  });

  it("copies the cart when another restaurant delivers, and finds the old one at the old address", async () => {
    const { takeaway, cart, carts, menu, state } = make({ menu: [dish, { ...dish, id: 2, name: "例汤" }] });
    await takeaway.load();
    for (const sold of menu.dishes) cart.increase(sold);
    Object.assign(state, { stores: ["SH002"], chosen: secondAddress, menu: [{ ...dish, id: 77 }] });
    await takeaway.load();
    expect([cart.restaurantId, cart.quantityOf("77"), cart.count]).toEqual(["SH002", 1, 1]);
    expect(carts.notice).toEqual({ kind: "copied", from: "SH001" });
    expect(cart.changes).toMatchObject([{ name: "例汤", kind: "not_here" }]);
    Object.assign(state, { stores: ["SH001"], chosen: home, menu: [dish, { ...dish, id: 2, name: "例汤" }] });
    await takeaway.load();
    expect([cart.restaurantId, cart.count, carts.notice]).toEqual(["SH001", 2, null]);
  });

  it.each([
    ["no_address", { address: null }],
    ["no_position", { address: { ...home, poi_location: "" } }],
    ["address_failed", { address: new Error("weg") }],
    ["no_store", { stores: [] }],
    ["store_failed", { stores: fail }],
    ["menu_failed", { menu: fail }],
    ["menu_format", { menu: { data: "x" } }],
    ["menu_format", { menu: [{ id: 1 }] }],
    ["menu_empty", { menu: [] }],
  ] as const)("shows %s when that is the blocker", async (view, answers) => {
    const { takeaway } = make(answers);
    await takeaway.load();
    expect(takeaway.view).toBe(view);
  });

  it("succeeds at the next try", async () => {
    const { takeaway, state } = make({ stores: fail });
    await takeaway.load();
    state.stores = ["SH001"];
    await takeaway.load();
    expect(takeaway.view).toBe("menu");
  });

  it("keeps showing a menu that could not be refreshed", async () => {
    const { takeaway, menu, state } = make();
    await takeaway.load();
    state.menu = fail;
    await takeaway.load();
    expect([takeaway.view, menu.menu.status]).toEqual(["menu", "failed"]);
  });

  it.each([5, "x", [], { pointKey: 3 }, { pointKey: "a1@121.437,31.1898", store: { id: 5 } }])(
    "works with %j as the stored restaurant",
    async (raw) => {
      writeJson(storageKeys.nearestRestaurant, raw);
      const { takeaway, calls } = make();
      await takeaway.load();
      expect([takeaway.view, calls[0]]).toEqual(["menu", "nearest"]);
    },
  );
});

describe("TakeawayStore with the bootstrap endpoint", () => {
  const answer = {
    address: { id: "a1", poi_name: "漕溪新苑", house_number: "6号楼", poi_location: home.poi_location },
    store: { storecode: "SH001", storename: "食单" },
    menu: { version: "v1", items: [dish] as unknown },
  };

  /** Creates a server with these responses; `known` lists the queries it received. */
  function serve(answers: unknown[], address: DeliveryAddress | null = home) {
    const known: unknown[] = [];
    const api = {
      fetchBody: async (_endpoint: unknown, input: { query?: unknown } = {}) => {
        known.push(input.query);
        const next = answers.shift();
        if (next instanceof Error) throw next;
        return { code: 200, data: next };
      },
    };
    return { known, ...make({ address, start: createFetchBootstrap(api) }) };
  }

  it("shows the menu of the named restaurant, and sends its version the next time", async () => {
    const { takeaway, menu, cart, calls, known } = serve([
      answer,
      { ...answer, menu: { version: "v1", items: null } },
      { ...answer, menu: { version: "v2", items: [dish, { ...dish, id: 2 }] } },
    ]);
    await takeaway.load();
    expect([takeaway.view, takeaway.nearestRestaurant?.id, cart.restaurantId]).toEqual([
      "menu",
      "SH001",
      "SH001",
    ]);
    await takeaway.load();
    expect(menu.dishes.map(({ id }) => id)).toEqual(["1"]);
    await takeaway.load();
    expect(menu.dishes.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(known).toEqual([
      { address_id: "a1" },
      { address_id: "a1", menu_version: "v1" },
      { address_id: "a1", menu_version: "v1" },
    ]);
    expect(calls).toEqual([]);
  });

  it("uses the address that the server chose where none was selected here", async () => {
    const { takeaway, known } = serve([answer], null);
    await takeaway.load();
    expect([takeaway.view, takeaway.address.value?.line]).toEqual(["menu", "漕溪新苑 6号楼"]);
    expect([known, readJson(storageKeys.selectedAddress, parseAddress)?.id]).toEqual([[{}], "a1"]);
  });

  it.each([
    ["no_address", { address: null, store: null, menu: null }],
    ["no_store", { ...answer, store: null, menu: null }],
    ["menu_empty", { ...answer, menu: { version: "v", items: [] } }],
    ["menu_format", { ...answer, menu: { version: "v", items: 5 } }],
    ["menu_failed", new ApiError("internal", "")],
  ] as const)("shows %s when that is the blocker", async (view, notified) => {
    const { takeaway } = serve([notified]);
    await takeaway.load();
    expect(takeaway.view).toBe(view);
  });

  it("shows the cached menu, with its time, while offline", async () => {
    const { takeaway, menu } = serve([answer, new ApiError("offline", ""), answer]);
    await takeaway.load();
    expect(menu.cache.staleSince).toBeNull();
    await takeaway.load();
    expect([takeaway.view, menu.cache.staleSince]).toEqual(["menu", expect.any(Number)]);
    await takeaway.load();
    expect([takeaway.view, menu.cache.staleSince]).toEqual(["menu", null]);
  });

  it("shows the cached menu of the stored restaurant before any request", async () => {
    const first = serve([{ ...answer, menu: { version: "v9", items: [dish] } }]);
    await first.takeaway.load();
    await expect.poll(() => window.localStorage.getItem("kept_menu_takeaway")).toContain("v9");
    const again = serve([{ ...answer, menu: { version: "v9", items: null } }]);
    again.takeaway.restoreCached();
    expect([again.takeaway.view, again.cart.restaurantId, again.known]).toEqual(["menu", "SH001", []]);
    expect(again.menu.cache.staleSince).toEqual(expect.any(Number));
    await again.takeaway.load();
    expect([again.takeaway.view, again.menu.cache.staleSince]).toEqual(["menu", null]);
    const elsewhere = serve([answer], secondAddress);
    elsewhere.takeaway.restoreCached();
    expect(elsewhere.takeaway.view).toBe("loading");
  });
});
