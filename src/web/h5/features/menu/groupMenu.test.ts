import { describe, expect, it } from "vitest";
import type { Dish } from "./Dish.ts";
import { findOrderable, groupMenu, searchMenu } from "./groupMenu.ts";
import { parseMenu } from "./parseMenu.ts";

function menu(...options: Record<string, unknown>[]): readonly Dish[] {
  return parseMenu(
    options.map((part, index) => ({ id: index + 1, name: `菜${index + 1}`, price: 1000, ...part })),
  ).dishes;
}

describe("groupMenu", () => {
  it("orders categories by rank, then by first appearance", () => {
    const groups = groupMenu(
      menu(
        { category: "甜品", cat_rank: 9 },
        { category: "汤", cat_rank: 2 },
        { category: "面", cat_rank: 2 },
        { category: "没有名次" },
        { category: "早餐", cat_rank: 1 },
      ),
    );
    expect(groups.map((group) => group.name)).toEqual(["早餐", "汤", "面", "甜品", "没有名次"]);
  });

  it("joins dishes of one spu_id to a card with the lowest available price", () => {
    const [group] = groupMenu(
      menu(
        { spu_id: "latte", spu_name: "拿铁", spec_name: "中杯", price: 2200, stock: 0 },
        { spu_id: "latte", spu_name: "拿铁", spec_name: "大杯", price: 2600 },
        { spu_id: "latte", spu_name: "拿铁", spec_name: "超大杯", price: 2900 },
      ),
    );
    expect(group?.cards).toHaveLength(1);
    expect(group?.cards[0]).toMatchObject({ name: "拿铁", hasVariants: true, isSoldOut: false });
    expect(group?.cards[0]?.shown.priceFen).toBe(2600);
  });

  it("never groups by names", () => {
    const [group] = groupMenu(menu({ name: "拿铁" }, { name: "拿铁" }, { name: "拿铁 大杯" }));
    expect(group?.cards.map((card) => card.hasVariants)).toEqual([false, false, false]);
  });

  it("marks a card as sold out only when no variant is left", () => {
    const [group] = groupMenu(
      menu(
        { spu_id: "a", stock: 0 },
        { spu_id: "a", is_available_for_delivery: false },
        { stock: 0 },
        { stock: 1 },
      ),
    );
    expect(group?.cards.map((card) => card.isSoldOut)).toEqual([true, true, false]);
  });

  it("groups a menu of 5,000 dishes in one category", () => {
    const [group] = groupMenu(menu(...Array.from({ length: 5000 }, () => ({}))));
    expect(group?.cards).toHaveLength(5000);
  });
});

describe("searchMenu", () => {
  it("finds by name, variant and description, without regard to letter case", () => {
    const groups = groupMenu(
      menu({ name: "Latte" }, { spu_id: "x", spec_name: "大杯" }, { description: "配米饭" }, { name: "汤" }),
    );
    expect(searchMenu(groups, " latte ").map((card) => card.name)).toEqual(["Latte"]);
    expect(searchMenu(groups, "大杯")).toHaveLength(1);
    expect(searchMenu(groups, "米饭")).toHaveLength(1);
    expect(searchMenu(groups, "没有")).toEqual([]);
  });
});

describe("findOrderable", () => {
  it("finds the card of any of its variants, and nothing that is unknown or all sold out", () => {
    const groups = groupMenu(
      menu({ id: "1", stock: 0 }, { id: "2", spu_id: "x", stock: 0 }, { id: "3", spu_id: "x" }),
    );
    expect(findOrderable(groups, "2")?.shown.id).toBe("3");
    expect(findOrderable(groups, "1")).toBeNull();
    expect(findOrderable(groups, "9")).toBeNull();
  });
});
