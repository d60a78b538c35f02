import { describe, expect, it } from "vitest";
import { createTakeawayMenuFetcher } from "../takeaway/takeaway.fallback.ts";
import { MenuStore } from "./MenuStore.ts";

const dishes = [
  { id: 1, name: "生煎", price: 1200, category: "早餐", cat_rank: 1, min_order_amount: 2000 },
  { id: 2, name: "牛肉面", price: 2800, category: "面", cat_rank: 2 },
  { id: 3, name: "凉面", price: 1800, category: "面", cat_rank: 2, stock: 0 },
];

function make(reply: unknown = { code: 200, data: dishes }) {
  const queries: unknown[] = [];
  const api = {
    fetchBody: (_endpoint: unknown, input: { query?: unknown } = {}) => {
      queries.push(input.query);
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
    },
  };
  return { menu: new MenuStore(createTakeawayMenuFetcher(api)), queries };
}

describe("MenuStore", () => {
  it("fetches the takeaway menu of a restaurant and groups it", async () => {
    const { menu, queries } = make();
    await menu.load("SH001");
    expect(queries).toEqual([{ restaurant_id: "SH001", category_id: "1" }]);
    expect(menu.categories.map(({ name, cards }) => [name, cards.length])).toEqual([
      ["早餐", 1],
      ["面", 2],
    ]);
    expect(menu.minimumFen).toBe(2000);
    expect(menu.dishesById.get("3")?.isAvailable).toBe(false);
  });

  it("ends the search when a category is picked, and keeps it while the list scrolls", async () => {
    const { menu } = make();
    await menu.load("SH001");
    menu.search("面");
    expect([menu.isSearching, menu.searchResults.length]).toEqual([true, 2]);
    menu.setActiveCategory(1);
    expect(menu.isSearching).toBe(true);
    menu.selectCategory(0);
    expect([menu.isSearching, menu.activeIndex, menu.searchResults]).toEqual([false, 0, []]);
    menu.search("  ");
    expect(menu.isSearching).toBe(false);
  });

  it("clears another restaurant's menu at once and starts at its first category", async () => {
    const { menu } = make();
    await menu.load("SH001");
    menu.selectCategory(1);
    const loading = menu.load("SH002");
    expect([menu.dishes.length, menu.activeIndex, menu.restaurantId]).toEqual([0, 0, "SH002"]);
    await loading;
    menu.selectCategory(1);
    await menu.load("SH002");
    expect(menu.activeIndex).toBe(1);
  });

  it("stores a failure and rethrows it", async () => {
    const { menu } = make(new Error("weg"));
    await expect(menu.load("SH001")).rejects.toThrow("weg");
    expect(menu.menu.status).toBe("failed");
  });
});
