import { sessionKeys } from "#web/shared/visitStorage.ts";
import { findDevicePosition } from "../features/location/lastPlace.ts";
import { defineStore } from "../RootStore.ts";
import { InStoreOptionsStore } from "./PlanStore.ts";
import { createInStoreOptionsStorage } from "./planShelf.ts";

/** Where, how and when a prepaid meal is to be had, apart from what is planned in the menu of a store. */
export const voucherOptionsStore = defineStore((root) => {
  const store = new InStoreOptionsStore({
    api: root.api,
    storage: createInStoreOptionsStorage(sessionKeys.prepaidOptions),
    position: findDevicePosition,
    now: Date.now,
  });
  store.restore();
  return store;
});
