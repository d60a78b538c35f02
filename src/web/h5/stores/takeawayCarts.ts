import { storageKeys } from "#web/shared/storage.ts";
import { parseTakeawayCarts, serializeTakeawayCarts } from "../features/cart/KeptCarts.ts";
import { storeOf } from "../RootStore.ts";
import { CartsStorage } from "./CartsStorage.ts";

/** The takeaway carts on this device, one for each restaurant that has delivered to one of the customer's addresses. */
export const takeawayCarts = storeOf(
  () =>
    new CartsStorage({
      key: storageKeys.takeawayCart,
      parse: parseTakeawayCarts,
      serialize: serializeTakeawayCarts,
    }),
);
