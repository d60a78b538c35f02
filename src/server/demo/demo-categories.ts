import type { DemoCategory } from "./demo-chain.ts";

/** Ids of the menu categories; each is also the name of its image under "categories" in `media.json`. */
export type CategoryId =
  | "breakfast"
  | "set"
  | "rice"
  | "noodles"
  | "snacks"
  | "soup"
  | "salad"
  | "coffee"
  | "tea"
  | "dessert";

/** Menu categories in display order. */
export const demoCategories: DemoCategory[] = [
  heading("breakfast", "早餐", 1, 0),
  heading("set", "一人食套餐", 2, 1),
  heading("rice", "招牌米饭", 3, 2),
  heading("noodles", "面与粉", 4, 3),
  heading("snacks", "小吃卤味", 5, 0),
  heading("soup", "汤", 6, 1),
  heading("salad", "沙拉轻食", 7, 4),
  heading("coffee", "咖啡", 8, 2),
  heading("tea", "茶与果饮", 9, 4),
  heading("dessert", "甜品", 10, 5),
];

function heading(id: CategoryId, name: string, rank: number, tint: DemoCategory["tint"]): DemoCategory {
  return { id, name, rank, icon: `/media/categories/${id}.webp`, tint };
}
