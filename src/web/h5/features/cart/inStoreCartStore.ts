import { storageKeys } from "#web/lib/storage/storage.ts";
import { defineStore } from "../../app/RootStore.ts";
import { CartStore } from "./CartStore.ts";
import { afterPaint } from "./cart.storage.ts";
import { RestaurantCartStorage } from "./RestaurantCartStorage.ts";
import { parseCarts, serializeCarts } from "./StoredCarts.ts";

/** In-store carts on this device, one per restaurant. */
export type InStoreCartStorage = RestaurantCartStorage;

/** Creates the storage of the in-store carts. */
export function createInStoreCartStorage(): InStoreCartStorage {
  return new RestaurantCartStorage({
    key: storageKeys.inStoreCarts,
    parse: parseCarts,
    serialize: serializeCarts,
  });
}

export const inStoreCartStorage = defineStore(createInStoreCartStorage);

/** Cart of the current restaurant, separate from the takeaway cart. */
export const inStoreCartStore = defineStore((root) => {
  const store = new CartStore(root.get(inStoreCartStorage), afterPaint);
  root.afterHydration(() => {
    store.restore();
    store.watch(storageKeys.inStoreCarts);
  });
  return store;
});
