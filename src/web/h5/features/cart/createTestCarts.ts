import { storageKeys } from "#web/lib/storage/storage.ts";
import { CartStore } from "./CartStore.ts";
import { CartTransferStore } from "./CartTransferStore.ts";
import { RestaurantCartStorage } from "./RestaurantCartStorage.ts";
import { parseTakeawayCarts, serializeTakeawayCarts } from "./StoredCarts.ts";

/** Creates the takeaway carts of this device as after a reload, for tests; writes happen at once. */
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
