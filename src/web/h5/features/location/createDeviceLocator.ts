import { appEndpoints } from "#contract/app/endpoints.ts";
import type { Bridge } from "#web/bridge/Bridge.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import type { Locator } from "./LocationStore.ts";
import { reverseGeocodeCity } from "./reverseGeocode.ts";

/** Creates the locator: position by WeChat or the browser, city by the map service of this installation. */
export function createDeviceLocator(
  api: Pick<ApiClient, "call">,
  openBridge: () => Promise<Bridge>,
): Locator {
  return {
    position: async (reason) => (await openBridge()).locate(reason),
    findCity: async (position) => reverseGeocodeCity(position, await api.call(appEndpoints.settings)),
  };
}
