import { deviceHeader } from "#contract/constants.ts";
import { createIdempotencyKey } from "../createIdempotencyKey.ts";
import { readText, storageKeys, writeText } from "../storage/storage.ts";

/**
 * How this device names itself where codes are asked for and used, for ever, so that the server can tell it from
 * strangers who know the number only. It says nothing about the person and outlives logouts.
 */
export function deviceHeaders(): Record<string, string> {
  let deviceId = readText(storageKeys.device);
  if (deviceId === null) {
    deviceId = createIdempotencyKey();
    writeText(storageKeys.device, deviceId);
  }
  return { [deviceHeader]: deviceId };
}
