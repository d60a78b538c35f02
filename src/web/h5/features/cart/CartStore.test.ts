import { autorun } from "mobx";
import { describe, expect, it } from "vitest";
import type { StoredCart } from "./CartLine.ts";
import { CartStore } from "./CartStore.ts";
import { toCartItem } from "./reconcile.ts";

function dish(id: string, over: Record<string, unknown> = {}) {
  const base = { id, name: `菜${id}`, specName: null, priceFen: 1000, originalPriceFen: 1100, image: "" };
  return { ...base, stock: null as number | null, isAvailable: true, ...over };
}

function make(saved: StoredCart | null = null) {
  const storage = {
    saved,
    read: () => storage.saved,
    write: (cart: StoredCart | null) => {
      storage.saved = cart;
    },
  };
  const waiting: (() => void)[] = [];
  const cart = new CartStore(storage, (work) => void waiting.push(work));
  const paint = () => {
    for (const work of waiting.splice(0)) work();
  };
  cart.openRestaurant("SH001");
  return { cart, storage, paint, waiting };
}

describe("CartStore", () => {
  it("counts, sums and saves against the original prices", () => {
    const { cart } = make();
    cart.increase(dish("1"));
    cart.increase(dish("1"));
    cart.increase(dish("2", { priceFen: 550, originalPriceFen: 700 }));
    expect([cart.count, cart.totalFen, cart.savingFen]).toEqual([3, 2550, 350]);
  });

  it("removes a line whose quantity becomes 0", () => {
    const { cart } = make();
    cart.increase(dish("1"));
    cart.decrease(dish("1"));
    expect(cart.isEmpty).toBe(true);
    cart.decrease(dish("1"));
    expect(cart.quantityOf("1")).toBe(0);
  });

  it("stops at the stock, at 99 and at 50 lines", () => {
    const { cart } = make();
    cart.setQuantity(dish("1", { stock: 2 }), 5);
    cart.setQuantity(dish("2"), 150);
    expect([cart.quantityOf("1"), cart.quantityOf("2")]).toEqual([2, 99]);
    for (let n = 3; n <= 50; n++) expect(cart.increase(dish(String(n)))).toBe(true);
    expect(cart.increase(dish("51"))).toBe(false);
    expect(cart.increase(dish("50"))).toBe(true);
    expect(cart.lines.size).toBe(50);
  });

  it("notifies only the observers of a dish that its quantity changed", () => {
    const { cart } = make();
    const runs = { one: 0, two: 0 };
    const watch = (id: string, key: "one" | "two") =>
      autorun(() => {
        cart.quantityOf(id);
        runs[key]++;
      });
    const stops = [watch("1", "one"), watch("2", "two")];
    cart.increase(dish("1"));
    cart.increase(dish("1"));
    expect(runs).toEqual({ one: 3, two: 1 });
    for (const stop of stops) stop();
  });

  it("saves once after the paint, however many taps came before", () => {
    const { cart, storage, paint, waiting } = make();
    cart.increase(dish("1"));
    cart.increase(dish("1"));
    expect(storage.saved).toBeNull();
    expect(waiting).toHaveLength(1);
    paint();
    expect(storage.saved?.lines[0]?.quantity).toBe(2);
    cart.clear();
    cart.flush();
    expect(storage.saved).toBeNull();
  });

  it("restores the stored cart", () => {
    const { cart, storage, paint } = make();
    cart.increase(dish("1"));
    paint();
    const other = new CartStore(storage, (work) => work());
    other.restore();
    expect([other.restaurantId, other.quantityOf("1")]).toEqual(["SH001", 1]);
  });

  it("follows another tab's cart", () => {
    const { cart, storage } = make();
    cart.increase(dish("1"));
    storage.saved = { restaurantId: "SH001", lines: [{ item: dish("9"), quantity: 4 }] };
    cart.restore();
    expect([cart.quantityOf("1"), cart.quantityOf("9")]).toEqual([0, 4]);
  });

  it("keeps another tab's newer cart while its own is not changed by the menu", () => {
    // A line that was read from the device lacks what the menu has as null.
    const line = { item: toCartItem(dish("9", { stock: 10 })), quantity: 1 };
    const menuDish = dish("9", { stock: 9, spuId: null, minQuantity: null, maxQuantity: null });
    const { cart, storage, paint } = make({ restaurantId: "SH001", lines: [line] });
    const newer = { restaurantId: "SH001", lines: [{ ...line, quantity: 4 }] };
    storage.saved = newer;
    cart.reconcile(new Map([["9", menuDish]]));
    paint();
    expect(storage.saved).toBe(newer);
    cart.restore();
    cart.reconcile(new Map([["9", { ...menuDish, stock: 2 }]]));
    paint();
    expect(storage.saved?.lines[0]?.quantity).toBe(2);
  });

  it("adjusts lines to the menu that arrives and reports the changes", () => {
    const { cart } = make();
    for (const id of ["same", "gone", "out", "dear", "few"]) cart.setQuantity(dish(id), 3);
    const menu = [
      dish("same"),
      dish("out", { isAvailable: false, stock: 0 }),
      dish("dear", { priceFen: 1500, originalPriceFen: 1650 }),
      dish("few", { stock: 2 }),
    ];
    cart.reconcile(new Map(menu.map((each) => [each.id, each])));
    expect(cart.list.map(({ item, quantity }) => [item.id, item.priceFen, quantity])).toEqual([
      ["same", 1000, 3],
      ["dear", 1500, 3],
      ["few", 1000, 2],
    ]);
    expect(cart.changes.map(({ id, kind }) => [id, kind])).toEqual([
      ["gone", "gone"],
      ["out", "sold_out"],
      ["dear", "price"],
      ["few", "stock"],
    ]);
    cart.dismissChanges();
    expect(cart.changes).toEqual([]);
  });

  it("adds the dishes of an earlier order while available, and reports those gone, short or dearer", () => {
    const { cart } = make();
    const menu = [
      dish("1"),
      dish("2", { isAvailable: false, stock: 0 }),
      dish("3", { stock: 4 }),
      dish("4", { priceFen: 2100, originalPriceFen: 2100 }),
    ];
    cart.increase(dish("1"));
    const lines = ["1", "2", "3", "4", "5"].map((id) => ({ item: dish(id), quantity: id === "3" ? 9 : 2 }));
    cart.queueReorder({ restaurantId: "SH001", lines });
    const byId = new Map(menu.map((each) => [each.id, each]));
    cart.reconcile(byId);
    expect(cart.list.map(({ item, quantity }) => [item.id, quantity])).toEqual([
      ["1", 3],
      ["3", 4],
      ["4", 2],
    ]);
    expect(cart.changes.map(({ id, kind, after, left }) => [id, kind, after ?? left])).toEqual([
      ["2", "sold_out", null],
      ["3", "stock", 4],
      ["4", "price", 2100],
      ["5", "gone", null],
    ]);
    cart.reconcile(byId);
    expect(cart.quantityOf("1")).toBe(3);
  });

  it("matches dishes of another restaurant by name and spec, never by id alone, and reports those without room", () => {
    const { cart } = make();
    for (let n = 100; n < 149; n++) cart.increase(dish(String(n)));
    const other = (id: string, name: string, specName: string | null = null) => dish(id, { name, specName });
    const menu = [
      other("7", "生煎"),
      other("8", "拿铁（大杯）", "大杯"),
      other("9", "拿铁", "小杯"),
      other("10", "粥"),
      other("11", "粥"),
    ];
    const lines = [other("1", "拿铁", "大杯"), other("7", "汤面"), other("2", "粥"), other("3", "生煎")];
    cart.queueReorder({ restaurantId: "BJ001", lines: lines.map((item) => ({ item, quantity: 2 })) });
    const stored = cart.list.map(({ item }) => dish(item.id));
    cart.reconcile(new Map([...stored, ...menu].map((each) => [each.id, each])));
    expect([cart.quantityOf("8"), cart.quantityOf("7"), cart.lines.size]).toEqual([2, 0, 50]);
    expect(cart.changes.map(({ name, kind }) => [name, kind])).toEqual([
      ["汤面", "not_here"],
      ["粥", "not_here"],
      ["生煎", "no_room"],
    ]);
  });
});
