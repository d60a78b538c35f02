// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { CartStore } from "./CartStore.ts";
import { createInStoreCartStorage } from "./inStoreCartStore.ts";

const dish = {
  id: "1",
  name: "生煎",
  specName: null,
  priceFen: 1200,
  originalPriceFen: 1300,
  image: "",
  stock: null,
};

function open() {
  const storage = createInStoreCartStorage();
  const cart = new CartStore(storage, (work) => work());
  cart.restore();
  return { storage, cart };
}

beforeEach(() => window.localStorage.clear());

describe("in-store carts", () => {
  it("are one per restaurant, and each is found again", () => {
    const { storage, cart } = open();
    cart.openRestaurant("SH001");
    storage.name("SH001", "徐家汇店");
    cart.setQuantity(dish, 3);
    cart.openRestaurant("SH002");
    expect([cart.restaurantId, cart.isEmpty]).toEqual(["SH002", true]);
    cart.setQuantity({ ...dish, id: "2" }, 1);
    cart.openRestaurant("SH001");
    expect([cart.quantityOf("1"), cart.quantityOf("2")]).toEqual([3, 0]);
    expect(storage.findCart("SH001")?.restaurantName).toBe("徐家汇店");
    expect(createInStoreCartStorage().findCart("SH002")?.lines).toHaveLength(1);
  });

  it("are restored after a reload with the restaurant last ordered from, also when it is empty", () => {
    const { storage, cart } = open();
    cart.openRestaurant("SH001");
    storage.setCurrent("SH001");
    cart.setQuantity(dish, 2);
    expect(open().cart.quantityOf("1")).toBe(2);
    storage.setCurrent("SH002");
    const { cart: later } = open();
    expect([later.restaurantId, later.isEmpty]).toEqual(["SH002", true]);
  });

  it("follow another tab's changes without leaving their restaurant", () => {
    const one = open();
    one.cart.openRestaurant("SH001");
    one.cart.setQuantity(dish, 2);
    const two = open();
    two.cart.openRestaurant("SH002");
    two.storage.setCurrent("SH002");
    two.cart.setQuantity(dish, 5);
    one.cart.restore();
    expect([one.cart.restaurantId, one.cart.quantityOf("1")]).toEqual(["SH001", 2]);
    two.storage.write(null, "SH001");
    one.cart.restore();
    expect([one.cart.restaurantId, one.cart.isEmpty]).toEqual(["SH001", true]);
  });

  it("leave nothing behind on a device without orders", () => {
    const { cart } = open();
    cart.openRestaurant("SH001");
    cart.setQuantity(dish, 1);
    cart.clear();
    expect(window.localStorage.length).toBe(0);
  });
});
