import { storageKeys } from "#web/lib/storage/storage.ts";
import { defineStore } from "../../app/RootStore.ts";
import { CartStore } from "../cart/CartStore.ts";
import { afterPaint } from "../cart/cart.storage.ts";
import { RestaurantCartStorage } from "../cart/RestaurantCartStorage.ts";
import { parseCarts, serializeCarts } from "../cart/StoredCarts.ts";

/** The carts of ordering in the store on this device, one a restaurant. */
export type InStoreCartStorage = RestaurantCartStorage;

/** Reads and writes the carts of ordering in the store. */
export function createInStoreCartStorage(): InStoreCartStorage {
  return new RestaurantCartStorage({
    key: storageKeys.inStoreCarts,
    parse: parseCarts,
    serialize: serializeCarts,
  });
}

export const inStoreCartStorage = defineStore(createInStoreCartStorage);

/** The cart of the restaurant that is ordered from, apart from the takeaway cart. */
export const inStoreCartStore = defineStore((root) => {
  const store = new CartStore(root.get(inStoreCartStorage), afterPaint);
  root.afterHydration(() => {
    store.restore();
    store.watch(storageKeys.inStoreCarts);
  });
  return store;
});
