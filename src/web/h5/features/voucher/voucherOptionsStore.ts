import { sessionKeys } from "#web/lib/storage/sessionStorage.ts";
import { defineStore } from "../../app/RootStore.ts";
import { InStoreOptionsStore } from "../booking/InStoreOptionsStore.ts";
import { createInStoreOptionsStorage } from "../booking/inStoreOptions.storage.ts";
import { findDevicePosition } from "../location/lastLocation.ts";

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
