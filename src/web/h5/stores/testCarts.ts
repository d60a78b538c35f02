import { storageKeys } from "#web/shared/storage.ts";
import { parseTakeawayCarts, serializeTakeawayCarts } from "../features/cart/KeptCarts.ts";
import { CartStore } from "./CartStore.ts";
import { RestaurantCartStorage } from "./CartsStorage.ts";
import { CartTransferStore } from "./CartTransferStore.ts";

/** The takeaway carts of this device as after a reload, for tests; everything is stored at once. */
export function createTestCarts() {
  const storage = new RestaurantCartStorage({
    key: storageKeys.takeawayCart,
    parse: parseTakeawayCarts,
    serialize: serializeTakeawayCarts,
  });
  const cart = new CartStore(storage, (work) => work());
  cart.restore();
  return { storage, cart, carts: new CartTransferStore({ cart, storage }) };
}
