import { storageKeys } from "#web/shared/storage.ts";
import { parseTakeawayCarts, serializeTakeawayCarts } from "../features/cart/KeptCarts.ts";
import { defineStore } from "../RootStore.ts";
import { RestaurantCartStorage } from "./CartsStorage.ts";

/** The takeaway carts on this device, one for each restaurant that has delivered to one of the customer's addresses. */
export const takeawayCartStorage = defineStore(
  () =>
    new RestaurantCartStorage({
      key: storageKeys.takeawayCart,
      parse: parseTakeawayCarts,
      serialize: serializeTakeawayCarts,
    }),
);
