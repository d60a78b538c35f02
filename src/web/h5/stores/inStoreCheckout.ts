import { storageKeys } from "#web/shared/storage.ts";
import { storeOf } from "../RootStore.ts";
import { checkoutOf } from "./CheckoutStore.ts";
import { inStoreCart } from "./inStoreCart.ts";

/** From the cart of a store to an order there, with a draft apart from that of takeaway. */
export const inStoreCheckout = storeOf((root) =>
  checkoutOf(root, root.get(inStoreCart), storageKeys.inStoreCheckout),
);
