// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { QuotaLimitedStorage } from "#web/lib/storage/QuotaLimitedStorage.ts";
import { storageKeys } from "#web/lib/storage/storage.ts";
import { createTestCarts } from "./createTestCarts.ts";

function dish(id: string, name: string) {
  const item = { id, name, specName: null, priceFen: 1000, originalPriceFen: 1000, image: "" };
  return { ...item, stock: null, isAvailable: true };
}
const menuOf = (...dishes: ReturnType<typeof dish>[]) => new Map(dishes.map((each) => [each.id, each]));

const a = { id: "A", name: "甲店" };
const b = { id: "B", name: "乙店" };
const c = { id: "C", name: "丙店" };
const menus = {
  A: menuOf(dish("1", "饭"), dish("2", "汤"), dish("3", "茶")),
  B: menuOf(dish("1", "面"), dish("9", "饭")),
  C: menuOf(dish("2", "汤")),
  none: menuOf(dish("5", "饼")),
};

/** Creates a device whose cart at A holds two portions of rice and a soup. */
function make() {
  const all = createTestCarts();
  all.carts.open(a);
  all.carts.reconcile(menus.A);
  all.cart.setQuantity(dish("1", "饭"), 2);
  all.cart.setQuantity(dish("2", "汤"), 1);
  const lines = () => all.cart.list.map(({ item, quantity }) => `${item.id} ${item.name} ×${quantity}`);
  const move = (restaurant: typeof a, menu: (typeof menus)["A"]) => {
    all.carts.open(restaurant);
    all.carts.reconcile(menu);
    return lines();
  };
  return { ...all, lines, move };
}

beforeEach(() => window.localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe("a cart when another restaurant serves the address", () => {
  it("is copied by dish, reports what could not be copied, and is found again at the first restaurant", () => {
    const { cart, carts, move } = make();
    expect(move(b, menus.B)).toEqual(["9 饭 ×2"]);
    expect(carts.notice).toEqual({ kind: "copied", from: "甲店" });
    expect(cart.changes.map(({ name, kind }) => [name, kind])).toEqual([["汤", "not_here"]]);
    expect(move(a, menus.A)).toEqual(["1 饭 ×2", "2 汤 ×1"]);
    expect([carts.notice, cart.changes]).toEqual([null, []]);
  });

  it("stores the new name of a restaurant with its cart, also when nothing else changes", () => {
    make();
    const { storage, carts } = createTestCarts();
    carts.open({ id: "A", name: "甲店（新）" });
    carts.reconcile(menus.A);
    expect(storage.findCart("A")).toMatchObject({
      restaurantName: "甲店（新）",
      lines: [{ quantity: 2 }, { quantity: 1 }],
    });
  });

  it("leaves nothing behind where only a copy was, and keeps a changed copy", () => {
    const { storage, cart, carts, move } = make();
    move(b, menus.B);
    move(a, menus.A);
    expect(storage.findCart("B")).toBeNull();
    move(b, menus.B);
    cart.increase(dish("1", "面"));
    move(a, menus.A);
    expect(carts.notice).toEqual({ kind: "found", from: "乙店" });
    expect(move(b, menus.B)).toEqual(["9 饭 ×2", "1 面 ×1"]);
    expect(carts.notice).toEqual({ kind: "found", from: "甲店" });
  });

  it("continues from the first cart, not from the remains on the way", () => {
    const { cart, move } = make();
    move(b, menus.B);
    expect(move(c, menus.C)).toEqual(["2 汤 ×1"]);
    expect(cart.changes.map(({ name }) => name)).toEqual(["饭"]);
    const other = make();
    expect(other.move(b, menus.none)).toEqual([]);
    expect(other.carts.notice).toEqual({ kind: "none", from: "甲店" });
    expect(other.cart.changes.map(({ name }) => name)).toEqual(["饭", "汤"]);
    expect(other.move(c, menus.C)).toEqual(["2 汤 ×1"]);
  });

  it("is ordered once: ordered lines are removed from the source cart, the rest stays there", () => {
    const { cart, move } = make();
    move(b, menus.B);
    cart.finishOrder();
    expect(cart.isEmpty).toBe(true);
    expect(move(a, menus.A)).toEqual(["2 汤 ×1"]);
  });

  it("is copied beside a repeated earlier order", () => {
    const { cart, carts, lines } = make();
    carts.open(b);
    cart.queueReorder({
      restaurantId: "A",
      lines: [
        { item: dish("1", "饭"), quantity: 1 },
        { item: dish("3", "茶"), quantity: 1 },
      ],
    });
    carts.reconcile(menus.B);
    expect(lines()).toEqual(["9 饭 ×3"]);
    expect(cart.changes.map(({ name }) => name)).toEqual(["汤", "茶"]);
    carts.reconcile(menuOf(dish("1", "面")));
    expect(cart.changes.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "汤 not_here",
      "茶 not_here",
      "饭 gone",
    ]);
  });

  it("stays at the first restaurant when it is emptied at the second", () => {
    const { cart, move } = make();
    move(b, menus.B);
    cart.clear();
    expect(move(a, menus.A)).toEqual(["1 饭 ×2", "2 汤 ×1"]);
  });

  it("survives a reload at every step", () => {
    make().carts.open(b);
    const before = createTestCarts();
    expect([before.cart.restaurantId, before.cart.count]).toEqual(["A", 3]);
    before.carts.open(b);
    before.carts.reconcile(menus.B);
    const after = createTestCarts();
    expect([after.cart.restaurantId, after.cart.count]).toEqual(["B", 2]);
    after.carts.open(a);
    expect(after.cart.count).toBe(3);
    expect(after.storage.findCart("B")).toBeNull();
  });

  it("is read from the format of an earlier version, which it still has", () => {
    const items = [{ ...dish("1", "饭"), quantity: 2 }];
    const old = { version: 1, restaurantId: "A", items, totalAmount: 2000 };
    window.localStorage.setItem(storageKeys.takeawayCart, JSON.stringify(old));
    const { cart, carts } = createTestCarts();
    expect([cart.restaurantId, cart.quantityOf("1")]).toEqual(["A", 2]);
    carts.open(b);
    carts.reconcile(menus.B);
    const stored = JSON.parse(window.localStorage.getItem(storageKeys.takeawayCart) ?? "{}");
    expect(stored).toMatchObject({ version: 1, restaurantId: "B", totalAmount: 2000 });
    expect(stored.items).toHaveLength(1);
    expect(stored.others).toMatchObject([{ restaurantId: "A", totalAmount: 2000 }]);
  });

  it("is one of at most 20, the newest", () => {
    const { carts, cart, storage } = createTestCarts();
    for (let n = 1; n <= 22; n++) {
      carts.open({ id: `R${n}`, name: `${n}号店` });
      carts.reconcile(menus.none);
      cart.increase(dish("1", "饭"));
    }
    const found = Array.from({ length: 22 }, (_, n) => `R${n + 1}`).filter(
      (id) => storage.findCart(id) !== null,
    );
    expect(found).toHaveLength(20);
    expect(found).not.toContain("R1");
    expect(found).toContain("R22");
  });

  it("lives on in memory where the device stores nothing", () => {
    const device = new QuotaLimitedStorage(0);
    vi.spyOn(window, "localStorage", "get").mockReturnValue(device as unknown as Storage);
    const { move } = make();
    expect(Object.keys(device)).toEqual([]);
    expect(move(b, menus.B)).toEqual(["9 饭 ×2"]);
    expect(move(a, menus.A)).toEqual(["1 饭 ×2", "2 汤 ×1"]);
  });
});
