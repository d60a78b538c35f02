import { requestTimeoutMs } from "#contract/constants.ts";
import type { Endpoint, EndpointTypes, Principal } from "#contract/endpoint.ts";
import { commonMessages } from "../commonMessages.ts";
import { ApiError, isUnauthenticated } from "./ApiError.ts";
import { buildInit, buildUrl, type RequestInput } from "./buildRequest.ts";
import { Freshness } from "./Freshness.ts";
import { isRecord, parseResponse } from "./parseResponse.ts";

interface ApiClientOptions {
  tokenFor(principal: Principal): string | null;
  /** Called if a token is no longer accepted; not for responses to a token that was replaced meanwhile. */
  onUnauthenticated(principal: Principal): void;
  /**
   * Whether the refusal of a token is being announced; until the login page is shown, requests without a
   * token are aborted.
   */
  isExpired?: (principal: Principal) => boolean;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  baseUrl?: string;
  /** Responses that came with the document, by URL; each is used once. */
  prefetched?: Record<string, unknown> | undefined;
}

/**
 * Client of the API: adds the token, times out after 15 s, and throws every failure as ApiError. Never
 * retries.
 */
export class ApiClient {
  readonly freshness = new Freshness();
  private readonly options: ApiClientOptions;
  /** Abortable reads of the current screen. */
  private readonly pendingReads = new Set<AbortHandle>();

  constructor(options: ApiClientOptions) {
    this.options = options;
  }

  /**
   * Returns a client for a customer's token that is not the session's yet; its refusal does not end the
   * session.
   */
  forToken(token: string): ApiClient {
    return new ApiClient({ ...this.options, tokenFor: () => token, onUnauthenticated: () => undefined });
  }

  /** Aborts the reads of the screen that is left. Writes continue, and so do requests without a signal. */
  readonly abortPending = (): void => {
    for (const handle of this.pendingReads) handle.stop();
  };

  /** Sends a request and returns the `data` of `{code, msg, data}`. */
  async call<T extends EndpointTypes>(
    endpoint: Endpoint<T>,
    input: RequestInput<T> = {},
  ): Promise<T["data"]> {
    const body = await this.fetchBody(endpoint, input);
    if (isRecord(body) && "data" in body) return body.data;
    throw new ApiError("bad_reply", commonMessages.badReply, { status: 200 });
  }

  /** Sends a request and returns the whole body, for parsers that accept several shapes. */
  async fetchBody<T extends EndpointTypes>(
    endpoint: Endpoint<T>,
    input: RequestInput<T> = {},
  ): Promise<unknown> {
    const url = buildUrl(this.options.baseUrl ?? "", endpoint, input);
    return this.withToken(endpoint.principal, (token) => {
      const { prefetched = {} } = this.options;
      if (url in prefetched) {
        const prefetchedBody = prefetched[url];
        delete prefetched[url];
        return Promise.resolve(prefetchedBody);
      }
      return this.send(url, buildInit(endpoint, input, token), input.signal, parseResponse);
    });
  }

  /** Returns whether there is a token for the principal. */
  hasToken(principal: Principal): boolean {
    return this.options.tokenFor(principal) !== null;
  }

  /**
   * Runs a request of any kind (JSON, file, upload, stream) with the principal's token; if it rejects because
   * the token was refused, the session ends. The only place that knows what a 401 leads to. Rethrows failures
   * of `send`; throws AbortError while the end of the session is being announced.
   */
  async withToken<T>(principal: Principal, send: (token: string | null) => Promise<T>): Promise<T> {
    const token = this.options.tokenFor(principal);
    if (principal !== "public" && token === null && this.options.isExpired?.(principal) === true)
      throw new DOMException("the login has just expired", "AbortError");
    try {
      return await send(token);
    } catch (error) {
      // The first 401 drops the token, so further 401s for the same token find another one and are ignored.
      if (principal !== "public" && isUnauthenticated(error) && this.options.tokenFor(principal) === token)
        this.options.onUnauthenticated(principal);
      throw error;
    }
  }

  /**
   * Sends one request and reads its response, in `timeoutMs` at most; for `call` and `fetchFile`. Throws ApiError, or
   * AbortError if aborted.
   */
  async send<T>(
    url: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<T>,
    timeoutMs?: number,
  ): Promise<T> {
    const fetchResponse = this.options.fetch ?? globalThis.fetch.bind(globalThis);
    const handle = createAbortHandle(signal, timeoutMs);
    // A file names no method: it belongs to its image, which aborts it, and not to the screen.
    if (signal && init.method === "GET") this.pendingReads.add(handle);
    try {
      const response = await fetchResponse(url, { ...init, signal: handle.signal });
      const result = await read(response);
      this.freshness.recordAge(url, response.headers.get("Age"));
      return result;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (handle.hasTimedOut) throw new ApiError("timeout", commonMessages.timeout);
      if (handle.signal.aborted) throw new DOMException("aborted", "AbortError");
      throw new ApiError("offline", commonMessages.offline);
    } finally {
      this.pendingReads.delete(handle);
      handle.end();
    }
  }
}

/** Combined abort signal of the caller, the screen and the time-out (`AbortSignal.any` is too new). */
interface AbortHandle {
  readonly signal: AbortSignal;
  hasTimedOut: boolean;
  stop(): void;
  end(): void;
}

function createAbortHandle(callerSignal: AbortSignal | undefined, timeoutMs = requestTimeoutMs): AbortHandle {
  const controller = new AbortController();
  const stop = () => controller.abort();
  if (callerSignal?.aborted) stop();
  callerSignal?.addEventListener("abort", stop);
  const timer = setTimeout(() => {
    handle.hasTimedOut = true;
    stop();
  }, timeoutMs);
  const end = () => {
    clearTimeout(timer);
    callerSignal?.removeEventListener("abort", stop);
  };
  const handle = { signal: controller.signal, hasTimedOut: false, stop, end };
  return handle;
}
