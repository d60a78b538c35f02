import { describe, expect, it } from "vitest";
import { emptyCarts, type NamedCart, parseCarts, serializeCarts, withCart } from "./StoredCarts.ts";

const item = { id: "1", name: "生煎", specName: null, priceFen: 1200, originalPriceFen: 1300, image: "" };

function cart(restaurantId: string, quantity = 2): NamedCart {
  return {
    restaurantId,
    restaurantName: `${restaurantId}店`,
    lines: [{ item: { ...item, stock: null }, quantity }],
  };
}

describe("the carts of several restaurants", () => {
  it("are restored as they were stored", () => {
    const stored = withCart(withCart({ ...emptyCarts, current: "B" }, "A", cart("A")), "B", cart("B", 3));
    expect(parseCarts(JSON.parse(JSON.stringify(serializeCarts(stored))))).toEqual(stored);
  });

  it("are one per restaurant, and are removed when empty", () => {
    const two = withCart(withCart(withCart(emptyCarts, "A", cart("A")), "B", cart("B")), "A", cart("A", 9));
    expect(two.carts.map(({ restaurantId, lines }) => [restaurantId, lines[0]?.quantity])).toEqual([
      ["B", 2],
      ["A", 9],
    ]);
    expect(withCart(two, "B", null).carts).toHaveLength(1);
    expect(serializeCarts(emptyCarts)).toBeNull();
  });

  it("survive a broken one among them", () => {
    const good = (serializeCarts(withCart(emptyCarts, "A", cart("A"))) as { carts: unknown[] }).carts[0];
    const raw = { version: 1, current: 7, carts: [null, { restaurantId: "B" }, good] };
    expect(parseCarts(raw)).toEqual({ current: "7", carts: [cart("A")] });
    expect([parseCarts({ version: 2, carts: [] }), parseCarts(null), parseCarts({ version: 1 })]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
