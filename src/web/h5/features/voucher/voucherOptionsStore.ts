import { sessionKeys } from "#web/lib/storage/sessionStorage.ts";
import { defineStore } from "../../app/RootStore.ts";
import { InStoreOptionsStore } from "../booking/InStoreOptionsStore.ts";
import { createInStoreOptionsStorage } from "../booking/inStoreOptions.storage.ts";
import { findDevicePosition } from "../location/lastLocation.ts";

/** Restaurant, order type and time of a prepaid meal, separate from the options of the in-store menu. */
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
