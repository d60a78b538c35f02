import type { Dish } from "./Dish.ts";

/** What menu rows need of a cart. */
export interface CartActions {
  quantityOf(id: string): number;
  increase(dish: Dish): void;
  decrease(dish: Dish): void;
}
