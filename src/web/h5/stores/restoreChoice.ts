import { addressEndpoints } from "#contract/address/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { logFailure } from "#web/shared/log.ts";
import { readText, remove, storageKeys } from "#web/shared/storage.ts";
import { normalizeAddresses } from "../features/address/SavedAddress.ts";
import { rememberAddress } from "./deliveryAddress.ts";

/** Nobody waits longer than this (ms) to go on after a login. */
const patienceMs = 2_000;

/**
 * Gets back from the customer's own book the address that was chosen before the login expired, so that ordering goes on
 * where it stopped. Without it, or in vain, the default address serves; never rejects.
 */
export async function restoreChoice(api: Pick<ApiClient, "reply">): Promise<void> {
  const id = readText(storageKeys.hiddenAddress);
  if (id === null) return;
  const work = api.reply(addressEndpoints.list).then((reply) => {
    const found = normalizeAddresses(reply)?.find((address) => address.id === id);
    remove(storageKeys.hiddenAddress);
    if (found !== undefined) rememberAddress(found);
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([work, late]).catch((error: unknown) =>
    logFailure("the address did not come back", error),
  );
}
