import { addressEndpoints } from "#contract/address/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { logError } from "#web/lib/logError.ts";
import { readText, removeItem, storageKeys } from "#web/lib/storage/storage.ts";
import { parseAddresses } from "./SavedAddress.ts";
import { writeSelectedAddress } from "./selectedAddress.ts";

/** Nobody waits longer than this (ms) to go on after a login. */
const timeoutMs = 2_000;

/**
 * Gets back from the customer's own book the address that was chosen before the login expired, so that ordering goes on
 * where it stopped. Without it, or in vain, the default address serves; never rejects.
 */
export async function restoreSelectedAddress(api: Pick<ApiClient, "fetchBody">): Promise<void> {
  const id = readText(storageKeys.hiddenAddress);
  if (id === null) return;
  const restored = api.fetchBody(addressEndpoints.list).then((reply) => {
    const found = parseAddresses(reply)?.find((address) => address.id === id);
    removeItem(storageKeys.hiddenAddress);
    if (found !== undefined) writeSelectedAddress(found);
  });
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([restored, timeout]).catch((error: unknown) =>
    logError("the address did not come back", error),
  );
}
