import { describe, expect, it } from "vitest";
import { parseMenu } from "./parseMenu.ts";

const dish = { id: "7", name: "拿铁", price: 2400 };

describe("parseMenu", () => {
  it("accepts an array and an array under data", () => {
    expect(parseMenu([dish]).dishes).toHaveLength(1);
    expect(parseMenu({ code: 200, data: [dish] }).dishes).toHaveLength(1);
  });

  it.each([null, undefined, "menu", 5, {}, { data: {} }, { data: { list: [dish] } }])(
    "treats %j as a wrong format and returns an empty menu",
    (reply) => {
      expect(parseMenu(reply)).toEqual({ dishes: [], fault: "format" });
    },
  );

  it("distinguishes an empty list from a list without a usable dish", () => {
    expect(parseMenu([]).fault).toBe("empty");
    expect(parseMenu([{ id: "1" }, null, 3]).fault).toBe("format");
  });

  it("drops dishes without id, name or price and keeps the others", () => {
    const { dishes, fault } = parseMenu([
      { name: "无号", price: 100 },
      { id: "1", name: " ", price: 100 },
      { id: "2", name: "无价" },
      { id: "3", name: "零价", price: 0 },
      { id: "4", name: "负价", price: -100 },
      { id: "5", name: "坏价", price: "abc" },
      dish,
    ]);
    expect(dishes.map((each) => each.id)).toEqual(["7"]);
    expect(fault).toBeNull();
  });

  it("accepts prices given as text and ids given as numbers", () => {
    const [first] = parseMenu([{ id: 12, name: "汤", price: "1800", stock: "3" }]).dishes;
    expect(first).toMatchObject({ id: "12", priceFen: 1800, stock: 3 });
  });

  it("fills missing fields with the defaults", () => {
    expect(parseMenu([dish]).dishes[0]).toMatchObject({
      originalPriceFen: 2640,
      category: "其他",
      categoryRank: 999,
      categoryIcon: "",
      deliveryTime: "30-45分钟",
      minimumFen: 0,
      deliveryFeeFen: 0,
      sales: 0,
      stock: null,
      isDeliverable: true,
    });
  });

  it("keeps the first of two dishes with one id", () => {
    const { dishes } = parseMenu([dish, { ...dish, name: "另一杯" }]);
    expect(dishes.map((each) => each.name)).toEqual(["拿铁"]);
  });

  it("reads 2,000 dishes", () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ ...dish, id: index + 1 }));
    expect(parseMenu(many).dishes).toHaveLength(2000);
  });
});
