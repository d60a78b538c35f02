import { describe, expect, it } from "vitest";
import { type CartLine, parseCart, quantityLimit, serializeCart } from "./CartLine.ts";

const item = {
  id: "10101",
  name: "生煎",
  specName: null,
  priceFen: 1200,
  originalPriceFen: 1320,
  image: "/a.webp",
  stock: null,
};
const lines: CartLine[] = [{ item, quantity: 2 }];
const stored = { version: 1, restaurantId: "SH001", items: [{ ...item, quantity: 2 }], totalAmount: 2400 };

describe("a stored cart", () => {
  it("has the items and totalAmount of the stored format, and is read back equal", () => {
    expect(serializeCart({ restaurantId: "SH001", lines })).toEqual(stored);
    expect(parseCart(JSON.parse(JSON.stringify(stored)))).toEqual({ restaurantId: "SH001", lines });
  });

  it.each([
    null,
    5,
    "cart",
    [],
    {},
    { ...stored, version: 0 },
    { ...stored, restaurantId: "" },
    { ...stored, restaurantId: 7 },
    { ...stored, items: {} },
    { ...stored, items: [] },
  ])("is nothing when it is %j", (raw) => {
    expect(parseCart(raw)).toBeNull();
  });

  it.each([
    { quantity: -1 },
    { quantity: 0 },
    { quantity: 1.5 },
    { quantity: 100 },
    { quantity: "2" },
    { priceFen: 0 },
    { priceFen: "1200" },
    { priceFen: -5 },
    { priceFen: 2 ** 53 },
    { id: "" },
    { id: 5 },
    { name: "" },
  ])("loses only the line with %j", (fault) => {
    const good = { ...item, id: "2", quantity: 1 };
    const read = parseCart({ ...stored, items: [{ ...item, quantity: 2, ...fault }, good, null] });
    expect(read?.lines.map((line) => line.item.id)).toEqual(["2"]);
  });

  it("corrects an original price below the price and ignores a second line of one dish", () => {
    const items = [
      { ...item, quantity: 1, originalPriceFen: 5 },
      { ...item, quantity: 9 },
    ];
    const read = parseCart({ ...stored, items });
    expect(read?.lines).toEqual([{ item: { ...item, originalPriceFen: 1200 }, quantity: 1 }]);
  });

  it("holds at most 50 of the stored lines", () => {
    const items = Array.from({ length: 5000 }, (_, n) => ({ ...item, id: `d${n}`, quantity: 1 }));
    expect(parseCart({ ...stored, items })?.lines).toHaveLength(50);
  });
});

describe("quantityLimit", () => {
  it("is 99 or the remaining stock", () => {
    expect(quantityLimit({ stock: null })).toBe(99);
    expect(quantityLimit({ stock: 3 })).toBe(3);
    expect(quantityLimit({ stock: 500 })).toBe(99);
  });
});
