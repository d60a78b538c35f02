import { storageKeys } from "#web/shared/storage.ts";
import { parseCarts, serializeCarts } from "../features/cart/KeptCarts.ts";
import { storeOf } from "../RootStore.ts";
import { CartStore } from "./CartStore.ts";
import { CartsStorage } from "./CartsStorage.ts";
import { afterPaint } from "./cartShelf.ts";

/** The carts of ordering in the store on this device, one a restaurant. */
export type InStoreShelf = CartsStorage;

/** Reads and writes the carts of ordering in the store. */
export function createInStoreShelf(): InStoreShelf {
  return new CartsStorage({ key: storageKeys.inStoreCarts, parse: parseCarts, serialize: serializeCarts });
}

export const inStoreShelf = storeOf(createInStoreShelf);

/** The cart of the restaurant that is ordered from, apart from the takeaway cart. */
export const inStoreCart = storeOf((root) => {
  const store = new CartStore(root.get(inStoreShelf), afterPaint);
  root.later(() => {
    store.restore();
    store.watch(storageKeys.inStoreCarts);
  });
  return store;
});
