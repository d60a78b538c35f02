import type { StoredCart } from "./CartLine.ts";

/** Cart persistence across visits; an implementation with several carts keys them by restaurant. */
export interface CartStorage {
  /** Returns the cart of a restaurant, or of the one last ordered from when the id is empty. */
  read(restaurantId: string): StoredCart | null;
  /** `cart` is null when the restaurant's cart is empty. */
  write(cart: StoredCart | null, restaurantId: string): void;
  /** Called when the restaurant's cart, as last written, has become an order. */
  removeOrdered?(restaurantId: string): void;
}

/** Runs work after the current frame is painted, so that the response to a tap comes first. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === "hidden") setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}
