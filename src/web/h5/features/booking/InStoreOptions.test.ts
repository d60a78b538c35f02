import { describe, expect, it } from "vitest";
import { emptyInStoreOptions, isTableNo, parseInStoreOptions, parseMenuLink } from "./InStoreOptions.ts";

describe("a link to a restaurant's menu", () => {
  it("names the restaurant, the order type and the table", () => {
    expect(parseMenuLink("?restaurant_id=SH001&type=dine_in&table=%20A12%20")).toEqual({
      restaurantId: "SH001",
      type: "dine_in",
      table: "A12",
    });
    expect(parseMenuLink("?restaurant_id=../x&type=takeaway")).toEqual({
      restaurantId: "",
      type: null,
      table: null,
    });
  });

  it.each(["1", "A12", "二楼8号", "A-3", "包厢 2", "T#7", "1234567890123456"])(
    "takes %s for a table",
    (text) => {
      expect(isTableNo(text)).toBe(true);
    },
  );

  it.each(["", "-", "A1-", "<b>1</b>", "12345678901234567", "A\u0000", "A\n1", "’ or 1=1", "🍜"])(
    "does not take %j for a table",
    (text) => {
      expect(isTableNo(text)).toBe(false);
    },
  );
});

describe("stored options", () => {
  it("are restored unchanged", () => {
    const plan = {
      ...emptyInStoreOptions,
      restaurantId: "SH001",
      time: "2026-11-21 12:15",
      phone: "13812345678",
    };
    expect(parseInStoreOptions(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
  });

  it("become empty where they are unreadable", () => {
    const broken = { restaurantId: null, orderType: "x", tableNo: 3, time: "soon", phone: 4, link: {} };
    expect([parseInStoreOptions(broken), parseInStoreOptions("x")]).toEqual([
      emptyInStoreOptions,
      emptyInStoreOptions,
    ]);
  });
});
