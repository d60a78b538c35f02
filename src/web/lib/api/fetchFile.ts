import { requestTimeoutMs } from "#contract/constants.ts";
import { commonMessages } from "../commonMessages.ts";
import { ApiError, isAbortError } from "./ApiError.ts";
import { parseResponse } from "./parseResponse.ts";

/** Fetches the bytes of a file that only its owner may see. Throws ApiError, or AbortError if aborted. */
export async function fetchFile(path: string, token: string | null, signal: AbortSignal): Promise<Blob> {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), requestTimeoutMs);
  const abort = () => controller.abort();
  signal.addEventListener("abort", abort);
  try {
    const response = await fetch(path, { headers, signal: controller.signal });
    if (response.ok) return await response.blob();
    await parseResponse(response);
    throw new ApiError("bad_reply", commonMessages.badReply, { status: response.status });
  } catch (error) {
    if (error instanceof ApiError || (isAbortError(error) && signal.aborted)) throw error;
    if (isAbortError(error)) throw new ApiError("timeout", commonMessages.timeout);
    throw new ApiError("offline", commonMessages.offline);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
