import { commonMessages } from "../commonMessages.ts";
import { ApiError } from "./ApiError.ts";
import { isRecord, parseResponse } from "./parseResponse.ts";

/** A picture on a slow line may take longer than a question; without any progress for this long it is given up. */
const stallTimeoutMs = 30_000;

interface UploadOptions {
  token: string | null;
  /** From 0 to 1. */
  onProgress(progress: number): void;
  signal: AbortSignal;
  /** What stands in the form before the file. */
  fields?: Readonly<Record<string, string>>;
}

/** The end of the one before. */
let lastUpload: Promise<unknown> = Promise.resolve();

/**
 * Sends a file as the field `file` and answers `data` of the reply; failures are ApiErrors, an aborted upload is an
 * AbortError. One after the other: the server takes one picture of a person at a time. `fetch` does not tell how far an upload has come, so this is the older way.
 */
export async function uploadFile(path: string, file: Blob, options: UploadOptions): Promise<unknown> {
  const response = lastUpload.then(() => {
    if (options.signal.aborted) throw new DOMException("aborted", "AbortError");
    return send(path, file, options);
  });
  lastUpload = response.catch(() => undefined);
  const body = await parseResponse(await response);
  if (isRecord(body) && "data" in body) return body.data;
  throw new ApiError("bad_reply", commonMessages.badReply, { status: 200 });
}

function send(
  path: string,
  file: Blob,
  { token, onProgress, signal, fields = {} }: UploadOptions,
): Promise<Response> {
  const request = new XMLHttpRequest();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const response = new Promise<Response>((resolve, reject) => {
    const onStall = () => {
      reject(new ApiError("timeout", commonMessages.timeout));
      request.abort();
    };
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(onStall, stallTimeoutMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimer();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => resolve(toResponse(request));
    request.onerror = () => reject(new ApiError("offline", commonMessages.offline));
    signal.addEventListener("abort", () => {
      reject(new DOMException("aborted", "AbortError"));
      request.abort();
    });
    restartTimer();
  });
  request.open("POST", path);
  request.setRequestHeader("Accept", "application/json");
  if (token !== null) request.setRequestHeader("Authorization", `Bearer ${token}`);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file, "picture.jpg");
  request.send(form);
  return response.finally(() => clearTimeout(timer));
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  const retryAfter = request.getResponseHeader("Retry-After");
  if (retryAfter !== null) headers.set("Retry-After", retryAfter);
  return new Response(request.responseText, { status: request.status, headers });
}
