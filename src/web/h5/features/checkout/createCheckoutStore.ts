import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { type StorageKey, storageKeys } from "#web/lib/storage/storage.ts";
import { defineStore, type RootStore } from "../../app/RootStore.ts";
import { cartStore } from "../cart/CartStore.ts";
import { withConsent } from "../legal/withConsent.ts";
import { menuStore } from "../menu/MenuStore.ts";
import { type CartLike, type CheckoutDependencies, CheckoutStore } from "./CheckoutStore.ts";
import { createCheckoutDraftStorage } from "./checkoutDraft.storage.ts";
import { soldoutPolicyStorage } from "./soldoutPolicyStorage.ts";

/** Creates a checkout for a cart, with its draft under a separate key. */
export function createCheckoutStore(
  root: RootStore,
  cart: CartLike,
  key: StorageKey,
  findDeliveryTerms: NonNullable<CheckoutDependencies["findDeliveryTerms"]> = async () => null,
): CheckoutStore {
  const dependencies = {
    api: withConsent(root),
    cart,
    storage: createCheckoutDraftStorage(key),
    soldout: soldoutPolicyStorage,
    findDeliveryTerms,
  };
  const store = new CheckoutStore({ ...dependencies, createIdempotencyKey, now: Date.now });
  store.restore();
  return store;
}

export const checkoutStore = defineStore((root) =>
  createCheckoutStore(root, root.get(cartStore), storageKeys.checkout, async (restaurantId) =>
    root.get(menuStore).findDeliveryTerms(restaurantId),
  ),
);
