import { describe, expect, it } from "vitest";
import type { CartItem } from "./CartLine.ts";
import { CartStore } from "./CartStore.ts";

function dish(id: string, over: Partial<CartItem> = {}) {
  const base = {
    id,
    name: `菜${id}`,
    specName: null,
    priceFen: 1000,
    originalPriceFen: 1000,
    image: "",
    stock: null,
  };
  return { ...base, spuId: null, minQuantity: 2, maxQuantity: 5, isAvailable: true, ...over };
}

function make() {
  const cart = new CartStore({ read: () => null, write: () => undefined }, (work) => work());
  cart.openRestaurant("SH001");
  return cart;
}

const quantities = (cart: CartStore) => cart.list.map(({ item, quantity }) => [item.id, quantity]);

describe("a dish with a minimum and a maximum", () => {
  it("is added with its minimum, removed below it, and never exceeds its maximum", () => {
    const cart = make();
    cart.increase(dish("1"));
    expect(cart.quantityOf("1")).toBe(2);
    cart.increase(dish("1"));
    expect(cart.quantityOf("1")).toBe(3);
    cart.setQuantity(dish("1"), 9);
    expect(cart.quantityOf("1")).toBe(5);
    for (const left of [4, 3, 2, 0]) {
      cart.decrease(dish("1"));
      expect(cart.quantityOf("1")).toBe(left);
    }
  });

  it("counts its variants together", () => {
    const cart = make();
    const [small, large] = [dish("1", { spuId: "S" }), dish("2", { spuId: "S" })];
    cart.increase(small);
    cart.increase(large);
    expect(quantities(cart)).toEqual([
      ["1", 2],
      ["2", 1],
    ]);
    cart.setQuantity(large, 9);
    expect(cart.quantityOf("2")).toBe(3);
    cart.increase(dish("3", { spuId: "S" }));
    expect(cart.quantityOf("3")).toBe(0);
    cart.setQuantity(large, 1);
    cart.decrease(small);
    expect(cart.quantityOf("1")).toBe(1);
    cart.decrease(small);
    expect(quantities(cart)).toEqual([["2", 1]]);
  });

  it("is raised to its minimum when a cart of before has less", () => {
    const cart = make();
    cart.setQuantity(dish("1", { minQuantity: 4 }), 2);
    cart.increase(dish("1", { minQuantity: 4 }));
    expect(cart.quantityOf("1")).toBe(4);
  });

  it("is cut to a maximum that came later, also when an earlier order is repeated, and the change is told", () => {
    const cart = make();
    cart.setQuantity(dish("1", { maxQuantity: null }), 7);
    cart.queueReorder({
      restaurantId: "SH001",
      lines: [{ item: dish("2", { maxQuantity: null }), quantity: 9 }],
    });
    cart.reconcile(new Map(["1", "2"].map((id) => [id, dish(id)])));
    expect(quantities(cart)).toEqual([
      ["1", 5],
      ["2", 5],
    ]);
    expect(cart.changes.map(({ id, kind, left }) => [id, kind, left])).toEqual([
      ["1", "limit", 5],
      ["2", "limit", 5],
    ]);
  });

  it("loses nothing to a maximum that is lower than what is in the cart, and grows no further", () => {
    const cart = make();
    const [small, large] = [
      dish("1", { spuId: "S", maxQuantity: null }),
      dish("2", { spuId: "S", maxQuantity: null }),
    ];
    cart.setQuantity(small, 3);
    cart.setQuantity(large, 3);
    cart.increase(dish("2", { spuId: "S", maxQuantity: 3 }));
    expect(cart.quantityOf("2")).toBe(3);
    cart.decrease(dish("1", { spuId: "S", maxQuantity: 3 }));
    expect(quantities(cart)).toEqual([
      ["1", 2],
      ["2", 3],
    ]);
  });

  it("tells what of a repeated order does not fit beside the cart", () => {
    const cart = make();
    cart.setQuantity(dish("1"), 4);
    cart.queueReorder({ restaurantId: "SH001", lines: [{ item: dish("1"), quantity: 3 }] });
    cart.reconcile(new Map([["1", dish("1")]]));
    expect(quantities(cart)).toEqual([["1", 5]]);
    expect(cart.changes.map(({ id, kind, left }) => [id, kind, left])).toEqual([["1", "limit", 5]]);
  });
});
