import { texts } from "../texts.ts";
import { ApiError } from "./ApiError.ts";
import { isRecord, readReply } from "./readReply.ts";

/** A picture on a slow line may take longer than a question; without any progress for this long it is given up. */
const stalledMs = 30_000;

interface UploadOptions {
  token: string | null;
  /** From 0 to 1. */
  onProgress(share: number): void;
  signal: AbortSignal;
  /** What stands in the form before the file. */
  fields?: Readonly<Record<string, string>>;
}

/** The end of the one before. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a file as the field `file` and answers `data` of the reply; failures are ApiErrors, an aborted upload is an
 * AbortError. One after the other: the server takes one picture of a person at a time. `fetch` does not tell how far an upload has come, so this is the older way.
 */
export async function uploadFile(path: string, file: Blob, options: UploadOptions): Promise<unknown> {
  const sent = last.then(() => {
    if (options.signal.aborted) throw new DOMException("aborted", "AbortError");
    return send(path, file, options);
  });
  last = sent.catch(() => undefined);
  const body = await readReply(await sent);
  if (isRecord(body) && "data" in body) return body.data;
  throw new ApiError("bad_reply", texts.badReply, { status: 200 });
}

function send(
  path: string,
  file: Blob,
  { token, onProgress, signal, fields = {} }: UploadOptions,
): Promise<Response> {
  const request = new XMLHttpRequest();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answer = new Promise<Response>((resolve, reject) => {
    const stalled = () => {
      reject(new ApiError("timeout", texts.timeout));
      request.abort();
    };
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(stalled, stalledMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      watch();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new ApiError("offline", texts.offline));
    signal.addEventListener("abort", () => {
      reject(new DOMException("aborted", "AbortError"));
      request.abort();
    });
    watch();
  });
  request.open("POST", path);
  request.setRequestHeader("Accept", "application/json");
  if (token !== null) request.setRequestHeader("Authorization", `Bearer ${token}`);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file, "picture.jpg");
  request.send(form);
  return answer.finally(() => clearTimeout(timer));
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  const wait = request.getResponseHeader("Retry-After");
  if (wait !== null) headers.set("Retry-After", wait);
  return new Response(request.responseText, { status: request.status, headers });
}
