import { storageKeys } from "#web/shared/storage.ts";
import { defineStore } from "../RootStore.ts";
import { createCheckoutStore } from "./CheckoutStore.ts";
import { inStoreCartStore } from "./inStoreCart.ts";

/** From the cart of a store to an order there, with a draft apart from that of takeaway. */
export const inStoreCheckoutStore = defineStore((root) =>
  createCheckoutStore(root, root.get(inStoreCartStore), storageKeys.inStoreCheckout),
);
