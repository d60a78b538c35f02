import { deviceHeader } from "#contract/constants.ts";
import { createIdempotencyKey } from "../idempotency/createIdempotencyKey.ts";
import { readText, storageKeys, writeText } from "../storage/storage.ts";

/**
 * Returns the header with this device's permanent token for requesting and using codes, so that the server
 * can tell it from strangers who only know the number. The token contains no personal data and survives
 * logouts.
 */
export function deviceHeaders(): Record<string, string> {
  let deviceId = readText(storageKeys.device);
  if (deviceId === null) {
    deviceId = createIdempotencyKey();
    writeText(storageKeys.device, deviceId);
  }
  return { [deviceHeader]: deviceId };
}
