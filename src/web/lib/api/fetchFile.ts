import type { Principal } from "#contract/endpoint.ts";
import type { ApiClient } from "./ApiClient.ts";
import { authorizationHeader } from "./buildRequest.ts";
import { assertAccepted } from "./parseResponse.ts";

interface FileRequest {
  principal: Principal;
  url: string;
  signal: AbortSignal;
  /** Time for the whole file, in ms; that of other requests by default. */
  timeoutMs?: number;
}

/** Fetches the bytes of a file that only the principal may see. Throws ApiError, or AbortError if aborted. */
export async function fetchFile(
  api: Pick<ApiClient, "withToken" | "send">,
  { principal, url, signal, timeoutMs }: FileRequest,
): Promise<Blob> {
  return await api.withToken(principal, (token) => {
    const read = async (response: Response) => {
      await assertAccepted(response);
      return response.blob();
    };
    return api.send(url, { headers: authorizationHeader(token) }, signal, read, timeoutMs);
  });
}
