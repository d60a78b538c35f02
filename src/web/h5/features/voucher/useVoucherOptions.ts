import { useCallback, useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { sessionKeys } from "#web/lib/storage/sessionStorage.ts";
import { defineStore } from "../../app/RootStore.ts";
import { useStore } from "../../app/useStores.ts";
import { InStoreOptionsStore } from "../booking/InStoreOptionsStore.ts";
import { createInStoreOptionsStorage } from "../booking/inStoreOptions.storage.ts";
import { useOptionsClock } from "../booking/useOptionsClock.ts";
import { findDevicePosition } from "../location/lastLocation.ts";

/** Restaurant, order type and time of a prepaid meal, separate from the options of the in-store menu. */
const voucherOptionsStore = defineStore((root) => {
  const store = new InStoreOptionsStore({
    api: root.api,
    storage: createInStoreOptionsStorage(sessionKeys.prepaidOptions),
    position: findDevicePosition,
    now: Date.now,
  });
  store.restore();
  return store;
});

interface VoucherOptions {
  /** Id in the URL; empty when it has none. */
  voucherId: string;
  restaurantId: string;
  optionsStore: InStoreOptionsStore;
  loadRestaurant: () => void;
}

/**
 * Returns the voucher and the restaurant of the URL, and the options chosen there; a restaurant failure is
 * stored and shown.
 */
export function useVoucherOptions(): VoucherOptions {
  const optionsStore = useStore(voucherOptionsStore);
  useOptionsClock(optionsStore);
  const [query] = useSearchParams();
  const voucherId = query.get("third_party_order_id") ?? "";
  const restaurantId = query.get("restaurant_id") ?? "";
  const loadRestaurant = useCallback(() => {
    if (restaurantId === "") return;
    optionsStore.openVoucher(voucherId, restaurantId);
    optionsStore.loadRestaurant().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the store failed", error);
    });
  }, [optionsStore, voucherId, restaurantId]);
  useEffect(loadRestaurant, [loadRestaurant]);
  return { voucherId, restaurantId, optionsStore, loadRestaurant };
}
