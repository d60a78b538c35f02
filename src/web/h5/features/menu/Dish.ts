/** A dish in one variant as shown in the menu; amounts in fen, `stock` null means unlimited. */
export interface Dish {
  readonly id: string;
  readonly name: string;
  readonly priceFen: number;
  readonly originalPriceFen: number;
  /** Empty without an image: a placeholder is shown instead. */
  readonly image: string;
  readonly description: string;
  readonly sales: number;
  readonly stock: number | null;
  readonly category: string;
  readonly categoryRank: number;
  readonly categoryIcon: string;
  readonly spuId: string | null;
  readonly spuName: string | null;
  readonly specName: string | null;
  /** Fewest and most portions of the dish in an order, its variants added up; null for none. */
  readonly minQuantity: number | null;
  readonly maxQuantity: number | null;
  /** As the host sent them; `parseDishFacts` reads them where they are shown. */
  readonly allergens?: unknown;
  readonly nutrition?: unknown;
  readonly minimumFen: number;
  readonly deliveryFeeFen: number;
  readonly deliveryTime: string;
  readonly isDeliverable: boolean;
}

/** Returns whether a portion can be added to the cart now. */
export function isAvailable(dish: Dish): boolean {
  return dish.stock !== 0 && dish.isDeliverable;
}
