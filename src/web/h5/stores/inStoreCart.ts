import { readJson, remove, storageKeys, writeJson } from "#web/shared/storage.ts";
import type { SavedCart } from "../features/cart/CartLine.ts";
import {
  type KeptCarts,
  type NamedCart,
  noCarts,
  parseCarts,
  serializeCarts,
  withCart,
} from "../features/cart/KeptCarts.ts";
import { storeOf } from "../RootStore.ts";
import { CartStore } from "./CartStore.ts";
import { afterPaint, type CartShelf } from "./cartShelf.ts";

/** The carts of ordering in the store on this device, one a restaurant. Read anew each time: other tabs write too. */
export class InStoreShelf implements CartShelf {
  private readonly names = new Map<string, string>();

  /** A cart without lines where the restaurant has none. */
  read(restaurantId: string): SavedCart | null {
    const kept = this.kept();
    const wanted = restaurantId === "" ? kept.current : restaurantId;
    if (wanted === "") return null;
    return this.named(wanted) ?? { restaurantId: wanted, lines: [] };
  }

  /** The cart of a restaurant with its name; null when it is empty. */
  named(restaurantId: string): NamedCart | null {
    return this.kept().carts.find((cart) => cart.restaurantId === restaurantId) ?? null;
  }

  write(cart: SavedCart | null, restaurantId: string): void {
    const kept = this.kept();
    const restaurantName = this.names.get(restaurantId) ?? this.named(restaurantId)?.restaurantName ?? "";
    this.keep(withCart(kept, restaurantId, cart === null ? null : { ...cart, restaurantName }));
  }

  /** This restaurant is ordered from now. */
  enter(restaurantId: string): void {
    this.keep({ ...this.kept(), current: restaurantId });
  }

  /** What a restaurant is called, for its cart. */
  name(restaurantId: string, name: string): void {
    this.names.set(restaurantId, name);
  }

  private kept(): KeptCarts {
    return readJson(storageKeys.inStoreCarts, parseCarts) ?? noCarts;
  }

  private keep(kept: KeptCarts): void {
    const stored = serializeCarts(kept);
    if (stored === null) remove(storageKeys.inStoreCarts);
    else writeJson(storageKeys.inStoreCarts, stored);
  }
}

export const inStoreShelf = storeOf(() => new InStoreShelf());

/** The cart of the restaurant that is ordered from, apart from the takeaway cart. */
export const inStoreCart = storeOf((root) => {
  const store = new CartStore(root.get(inStoreShelf), afterPaint);
  root.later(() => {
    store.restore();
    store.watch(storageKeys.inStoreCarts);
  });
  return store;
});
