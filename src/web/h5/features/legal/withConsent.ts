import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError, isAbortError, isUnauthenticated } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import type { RootStore } from "../../app/RootStore.ts";

/**
 * Returns an API that asks for the consent when a request is refused for the lack of it, and sends the same request
 * again after an agreement. Without an agreement the refusal stands; after a logout the request counts as aborted.
 */
export function withConsent(root: RootStore): Pick<ApiClient, "call"> {
  const call: ApiClient["call"] = async (endpoint, input) => {
    try {
      return await root.api.call(endpoint, input);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "consent_required") throw error;
      if (await isAgreed(root)) return await call(endpoint, input);
      throw root.api.hasToken("customer") ? error : new DOMException("logged out", "AbortError");
    }
  };
  return { call };
}

/** Asks for the consent; a failure to ask is no agreement. Rethrows that the request was aborted or its token refused. */
async function isAgreed(root: RootStore): Promise<boolean> {
  try {
    const { consentStore } = await import("./ConsentStore.ts");
    return await root.get(consentStore).request();
  } catch (error) {
    if (isAbortError(error) || isUnauthenticated(error)) throw error;
    logError("asking for the consent failed", error);
    return false;
  }
}
