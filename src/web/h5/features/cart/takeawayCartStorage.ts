import { storageKeys } from "#web/lib/storage/storage.ts";
import { defineStore } from "../../app/RootStore.ts";
import { RestaurantCartStorage } from "./RestaurantCartStorage.ts";
import { parseTakeawayCarts, serializeTakeawayCarts } from "./StoredCarts.ts";

/**
 * Takeaway carts on this device, one per restaurant that has delivered to one of the customer's addresses.
 */
export const takeawayCartStorage = defineStore(
  () =>
    new RestaurantCartStorage({
      key: storageKeys.takeawayCart,
      parse: parseTakeawayCarts,
      serialize: serializeTakeawayCarts,
    }),
);
