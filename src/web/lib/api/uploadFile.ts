import type { Endpoint, EndpointTypes } from "#contract/endpoint.ts";
import { commonMessages } from "../commonMessages.ts";
import type { ApiClient } from "./ApiClient.ts";
import { ApiError } from "./ApiError.ts";
import { authorizationHeader } from "./buildRequest.ts";
import { isRecord, parseResponse } from "./parseResponse.ts";

/**
 * An upload on a slow line may exceed the request timeout; it is aborted after this long without progress.
 */
const stallTimeoutMs = 30_000;

interface UploadOptions {
  /** From 0 to 1. */
  onProgress(progress: number): void;
  signal: AbortSignal;
  /** Time without progress, in ms, after which it is aborted; half a minute by default. */
  stallMs?: number;
  /** Form fields before the file. */
  fields?: Readonly<Record<string, string>>;
}

/** Settles with the previous upload. */
let lastUpload: Promise<unknown> = Promise.resolve();

/**
 * Uploads a file as the field `file` and returns `data` of the response. Throws ApiError, or AbortError if
 * aborted. One upload at a time, because the server accepts one image per user at a time.
 */
export async function uploadFile(
  api: Pick<ApiClient, "withToken">,
  endpoint: Pick<Endpoint<EndpointTypes>, "path" | "principal">,
  file: Blob,
  options: UploadOptions,
): Promise<unknown> {
  const upload = lastUpload.then(() => {
    if (options.signal.aborted) throw new DOMException("aborted", "AbortError");
    return api.withToken(endpoint.principal, async (token) =>
      parseResponse(await send(endpoint.path, token, file, options)),
    );
  });
  lastUpload = upload.catch(() => undefined);
  const body = await upload;
  if (isRecord(body) && "data" in body) return body.data;
  throw new ApiError("bad_reply", commonMessages.badReply, { status: 200 });
}

/** Sends the form with XMLHttpRequest, because `fetch` reports no upload progress. */
function send(
  path: string,
  token: string | null,
  file: Blob,
  { onProgress, signal, fields = {}, stallMs = stallTimeoutMs }: UploadOptions,
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
      timer = setTimeout(onStall, stallMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimer();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => resolve(toResponse(request));
    request.onerror = () => void explainFailure(file).then(reject);
    signal.addEventListener("abort", () => {
      reject(new DOMException("aborted", "AbortError"));
      request.abort();
    });
    restartTimer();
  });
  request.open("POST", path);
  const headers = { Accept: "application/json", ...authorizationHeader(token) };
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
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

/** Tells a file that was changed or moved since it was chosen, which browsers do not send, from a lost connection. */
async function explainFailure(file: Blob): Promise<ApiError> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return new ApiError("offline", commonMessages.offline);
  } catch {
    return new ApiError("validation", commonMessages.fileChanged);
  }
}
