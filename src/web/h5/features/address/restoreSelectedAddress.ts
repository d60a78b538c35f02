import { addressEndpoints } from "#contract/address/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { logError } from "#web/lib/logError.ts";
import { readText, removeItem, storageKeys } from "#web/lib/storage/storage.ts";
import { parseAddresses } from "./SavedAddress.ts";
import { writeSelectedAddress } from "./selectedAddress.ts";

/** Longest wait after a login (ms). */
const timeoutMs = 2_000;

/**
 * Restores from the customer's address book the address that was selected before the login expired, so that
 * ordering continues where it stopped. If there is none or it fails, the default address is used; never
 * rejects.
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
