/** A dish in one variant as the menu shows it; amounts in fen, `stock` null means without limit. */
export interface Dish {
  readonly id: string;
  readonly name: string;
  readonly priceFen: number;
  readonly originalPriceFen: number;
  /** Empty when there is no picture: the placeholder is drawn instead. */
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
  readonly minimumFen: number;
  readonly deliveryFeeFen: number;
  readonly deliveryTime: string;
  readonly isDeliverable: boolean;
}

/** Whether a portion of it can be put into the cart now. */
export function isAvailable(dish: Dish): boolean {
  return dish.stock !== 0 && dish.isDeliverable;
}
