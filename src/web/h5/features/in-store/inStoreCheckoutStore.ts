import { storageKeys } from "#web/lib/storage/storage.ts";
import { defineStore } from "../../app/RootStore.ts";
import { inStoreCartStore } from "../cart/inStoreCartStore.ts";
import { createCheckoutStore } from "../checkout/createCheckoutStore.ts";

/** In-store checkout, with a draft separate from that of takeaway. */
export const inStoreCheckoutStore = defineStore((root) =>
  createCheckoutStore(root, root.get(inStoreCartStore), storageKeys.inStoreCheckout),
);
