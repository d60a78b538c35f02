import type { Dish } from "./Dish.ts";

/** Cart operations for menu rows. */
export interface CartActions {
  quantityOf(id: string): number;
  increase(dish: Dish): void;
  decrease(dish: Dish): void;
}
