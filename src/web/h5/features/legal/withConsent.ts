import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import type { RootStore } from "../../app/RootStore.ts";

/**
 * Returns an API that asks for the consent when a request is refused for the lack of it, and sends the same request
 * again after an agreement. Without an agreement the refusal stands.
 */
export function withConsent(root: RootStore): Pick<ApiClient, "call"> {
  const call: ApiClient["call"] = async (endpoint, input) => {
    try {
      return await root.api.call(endpoint, input);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "consent_required") throw error;
      const { consentStore } = await import("./ConsentStore.ts");
      if (!(await root.get(consentStore).request())) throw error;
      return await call(endpoint, input);
    }
  };
  return { call };
}
