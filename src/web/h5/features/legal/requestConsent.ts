import { isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { consentStore } from "./ConsentStore.ts";

/**
 * Asks for the consent before something that needs it, unless it is current; resolves with whether to go on. A host
 * without legal texts needs none. Rethrows other failures.
 */
export async function requestConsent(root: RootStore): Promise<boolean> {
  try {
    return await root.get(consentStore).request();
  } catch (error) {
    if (isUnsupportedEndpoint(error)) return true;
    throw error;
  }
}
