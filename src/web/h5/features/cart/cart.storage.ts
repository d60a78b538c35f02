import type { StoredCart } from "./CartLine.ts";

/** Where a cart rests between visits; one that keeps several knows them by their restaurant. */
export interface CartStorage {
  /** The cart of a restaurant, or of the one last ordered from when the id is empty. */
  read(restaurantId: string): StoredCart | null;
  /** Null: the restaurant's cart is empty. */
  write(cart: StoredCart | null, restaurantId: string): void;
  /** The restaurant's cart, as it was written last, has become an order. */
  removeOrdered?(restaurantId: string): void;
}

/** Runs work once the current frame is on the screen, so that a tap is answered first. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === "hidden") setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}
