// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { emptyInStoreOptions, type InStoreOptions, parseMenuLink } from "../booking/InStoreOptions.ts";
import { InStoreOptionsStore } from "../booking/InStoreOptionsStore.ts";
import { CartStore } from "../cart/CartStore.ts";
import { createInStoreCartStorage } from "../cart/inStoreCartStore.ts";
import { MenuStore } from "../menu/MenuStore.ts";
import { InStoreStore } from "./InStoreStore.ts";
import { createInStoreMenuFetcher } from "./inStoreMenuStore.ts";

const noodles = { id: "n", name: "牛肉面", price: 2800 };
const bun = { id: "b", name: "生煎", price: 1200 };
const breakfast = "2026-11-22 08:00";

function dish(id: string) {
  return { id, name: id, specName: null, priceFen: 1200, originalPriceFen: 1200, image: "", stock: null };
}

function make() {
  const requested: unknown[] = [];
  const failing = new Set<string>();
  const api = {
    fetchBody: async (endpoint: { path: string }, input: { query?: unknown } = {}) => {
      const query = input.query as Record<string, string>;
      const kind = endpoint.path.includes("/menu/") ? "menu" : "store";
      if (failing.has(kind)) throw new ApiError("offline", "没有网络");
      const id = query.id ?? query.restaurant_id ?? "";
      if (id === "SH404") throw new ApiError("restaurant_not_found", "餐厅信息不存在", { status: 404 });
      if (kind === "store") return { data: { data: { stores: [{ storecode: id, storename: `${id}店` }] } } };
      requested.push(query);
      if (failing.has("empty")) return { data: [] };
      return { data: query.booking_time === breakfast ? [noodles, bun] : [noodles] };
    },
  };
  let stored: InStoreOptions = emptyInStoreOptions;
  const optionsStorage = {
    read: () => stored,
    write: (next: InStoreOptions) => {
      stored = next;
    },
  };
  const plan = new InStoreOptionsStore({ api, storage: optionsStorage, position: () => null, now: () => 0 });
  const memory = createInStoreCartStorage();
  const cart = new CartStore(memory, (work) => work());
  cart.restore();
  const menu = new MenuStore(createInStoreMenuFetcher(api));
  const inStore = new InStoreStore({
    optionsStore: plan,
    menu,
    cart,
    cartStorage: memory,
    isSentFresh: true,
  });
  const go = async (query: string) => {
    plan.applyLink(parseMenuLink(`?restaurant_id=${query}`));
    await inStore.load();
  };
  return { inStore, plan, cart, menu, memory, requested, failing, go };
}

beforeEach(() => window.localStorage.clear());

describe("InStoreStore", () => {
  it("loads a restaurant and its current in-store menu", async () => {
    const { inStore, requested, menu, cart, go } = make();
    const going = go("SH001");
    expect(inStore.view).toBe("loading");
    await going;
    expect([inStore.view, menu.dishes.length, cart.restaurantId]).toEqual(["menu", 1, "SH001"]);
    expect(requested).toEqual([{ restaurant_id: "SH001", category_id: "2" }]);
  });

  it("loads the menu of another time, and names dishes not served then", async () => {
    const { inStore, requested, cart, menu, go } = make();
    await go("SH001");
    await inStore.chooseTime(breakfast);
    expect(requested[1]).toEqual({ restaurant_id: "SH001", category_id: "2", booking_time: breakfast });
    cart.setQuantity({ ...dish("b"), name: "生煎" }, 2);
    cart.setQuantity({ ...dish("n"), priceFen: 2800 }, 1);
    const choosing = inStore.chooseTime(null);
    expect([inStore.view, menu.dishes]).toEqual(["loading", []]);
    await choosing;
    expect(cart.list.map(({ item }) => item.id)).toEqual(["n"]);
    expect(cart.changes).toMatchObject([{ id: "b", name: "生煎", kind: "day_part" }]);
  });

  it("keeps the cart when the menu of another time fails to load", async () => {
    const { inStore, failing, cart, go } = make();
    await go("SH001");
    cart.setQuantity(dish("b"), 2);
    failing.add("menu");
    await expect(inStore.chooseTime(breakfast)).rejects.toThrow("没有网络");
    expect([inStore.view, cart.quantityOf("b")]).toEqual(["menu_failed", 2]);
    failing.clear();
    await inStore.load();
    expect([inStore.view, cart.quantityOf("b")]).toEqual(["menu", 2]);
  });

  it("asks about another restaurant's dishes before it opens this one's cart", async () => {
    const { inStore, cart, memory, go } = make();
    await go("SH001");
    cart.setQuantity({ ...dish("n"), priceFen: 2800 }, 2);
    await go("SH002");
    expect([inStore.view, cart.restaurantId]).toEqual(["loading", "SH001"]);
    expect(inStore.cartConflict).toMatchObject({ restaurantId: "SH001", restaurantName: "SH001店" });
    inStore.resolveCartConflict(false);
    expect([inStore.view, cart.restaurantId, cart.isEmpty]).toEqual(["menu", "SH002", true]);
    expect(memory.findCart("SH001")?.lines[0]?.quantity).toBe(2);
    await go("SH001");
    expect([inStore.cartConflict, cart.count]).toEqual([null, 2]);
  });

  it("empties the other restaurant's cart only when confirmed, and not twice", async () => {
    const { inStore, cart, memory, go } = make();
    await go("SH001");
    cart.setQuantity({ ...dish("n"), priceFen: 2800 }, 2);
    await go("SH002");
    inStore.resolveCartConflict(true);
    cart.setQuantity({ ...dish("n"), priceFen: 2800 }, 1);
    inStore.resolveCartConflict(true);
    expect([memory.findCart("SH001"), cart.restaurantId, cart.count]).toEqual([null, "SH002", 1]);
  });

  it("asks no more when the customer returned to the previous restaurant", async () => {
    const { inStore, cart, go } = make();
    await go("SH001");
    cart.setQuantity({ ...dish("n"), priceFen: 2800 }, 2);
    await go("SH002");
    await go("SH001");
    expect([inStore.cartConflict, inStore.view, cart.count]).toEqual([null, "menu", 2]);
  });

  it("reports the blocker: no such restaurant, no response, nothing sold then", async () => {
    const { inStore, failing, go } = make();
    await go("SH404");
    expect(inStore.view).toBe("unknown_store");
    failing.add("store");
    await go("SH001");
    expect(inStore.view).toBe("store_failed");
    failing.clear();
    failing.add("menu");
    await go("SH002");
    expect(inStore.view).toBe("menu_failed");
    failing.clear();
    failing.add("empty");
    await go("SH003");
    expect(inStore.view).toBe("menu_empty");
  });
});
