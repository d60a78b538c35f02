import { requestTimeoutMs } from "#contract/constants.ts";
import { texts } from "../texts.ts";
import { ApiError, isAborted } from "./ApiError.ts";
import { readReply } from "./readReply.ts";

/** The bytes of a file that only its owner may see. Failures are ApiErrors, a given up question is an AbortError. */
export async function fetchFile(path: string, token: string | null, signal: AbortSignal): Promise<Blob> {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  const watch = new AbortController();
  const timer = setTimeout(() => watch.abort(), requestTimeoutMs);
  const giveUp = () => watch.abort();
  signal.addEventListener("abort", giveUp);
  try {
    const response = await fetch(path, { headers, signal: watch.signal });
    if (response.ok) return await response.blob();
    await readReply(response);
    throw new ApiError("bad_reply", texts.badReply, { status: response.status });
  } catch (error) {
    if (error instanceof ApiError || (isAborted(error) && signal.aborted)) throw error;
    if (isAborted(error)) throw new ApiError("timeout", texts.timeout);
    throw new ApiError("offline", texts.offline);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}
