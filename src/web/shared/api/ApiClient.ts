import { requestTimeoutMs } from "#contract/constants.ts";
import type { CallTypes, Endpoint, Principal } from "#contract/endpoint.ts";
import { texts } from "../texts.ts";
import { ApiError } from "./ApiError.ts";
import { Freshness } from "./Freshness.ts";
import { isRecord, readReply } from "./readReply.ts";
import { type CallInput, callInit, callUrl } from "./request.ts";

interface ApiClientOptions {
  tokenFor(principal: Principal): string | null;
  /** Called when a token is no longer accepted; not for answers to a token that was replaced meanwhile. */
  onUnauthenticated(principal: Principal): void;
  /** The refusal of a token is being announced; until the login is shown, calls without a token are given up. */
  isExpiring?: (principal: Principal) => boolean;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  baseUrl?: string;
  /** Answers that came with the document, by address; each is given once. */
  kept?: Record<string, unknown> | undefined;
}

/** The one door to the API: token, 15 s time-out, and every failure as an ApiError. Nothing is retried here. */
export class ApiClient {
  readonly freshness = new Freshness();
  private readonly options: ApiClientOptions;
  /** What is being read for the screen that is shown: it can be given up, as its signal says. */
  private readonly reads = new Set<Watch>();

  constructor(options: ApiClientOptions) {
    this.options = options;
  }

  /** The same door for whoever has a customer's token that is not the session's yet; its refusal ends nothing. */
  as(token: string): ApiClient {
    return new ApiClient({ ...this.options, tokenFor: () => token, onUnauthenticated: () => undefined });
  }

  /** Gives up what is read for a screen that is left. Writes go on, and so does what was asked for without a signal. */
  readonly leave = (): void => {
    for (const watch of this.reads) watch.stop();
  };

  /** The `data` of `{code, msg, data}`. */
  async call<T extends CallTypes>(endpoint: Endpoint<T>, input: CallInput<T> = {}): Promise<T["data"]> {
    const body = await this.reply(endpoint, input);
    if (isRecord(body) && "data" in body) return body.data;
    throw new ApiError("bad_reply", texts.badReply, { status: 200 });
  }

  /** The whole body, for the normalisers that accept several shapes. */
  async reply<T extends CallTypes>(endpoint: Endpoint<T>, input: CallInput<T> = {}): Promise<unknown> {
    return this.withToken(endpoint.principal, (token) =>
      this.exchange(callUrl(this.options.baseUrl ?? "", endpoint, input), {
        ...callInit(endpoint, input, token),
        ...(input.signal === undefined ? {} : { signal: input.signal }),
      }),
    );
  }

  /**
   * Sends a request of any kind (call, file, upload) with the principal's token; a refused token ends the login, with
   * its notice, whichever request it was. Rethrows what `send` throws.
   */
  async withToken<T>(principal: Principal, send: (token: string | null) => Promise<T>): Promise<T> {
    const token = this.options.tokenFor(principal);
    if (principal !== "public" && token === null && this.options.isExpiring?.(principal) === true)
      throw new DOMException("the login has just expired", "AbortError");
    try {
      return await send(token);
    } catch (error) {
      this.noticeExpiry(principal, token, error);
      throw error;
    }
  }

  /** The first answer drops the token, so the other answers to the same token find another one and stay quiet. */
  private noticeExpiry(principal: Principal, sent: string | null, error: unknown): void {
    if (principal === "public" || !(error instanceof ApiError) || error.status !== 401) return;
    // A wrong code of a text message says nothing about the token.
    if (error.failure === "bad_code") return;
    if (this.options.tokenFor(principal) === sent) this.options.onUnauthenticated(principal);
  }

  private async exchange(url: string, init: RequestInit): Promise<unknown> {
    const { kept = {} } = this.options;
    if (url in kept) {
      const answer = kept[url];
      delete kept[url];
      return answer;
    }
    const send = this.options.fetch ?? globalThis.fetch.bind(globalThis);
    const watch = watchOver(init.signal);
    if (init.signal && init.method === "GET") this.reads.add(watch);
    try {
      const response = await send(url, { ...init, signal: watch.signal });
      const reply = await readReply(response);
      this.freshness.note(url, response.headers.get("Age"));
      return reply;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (watch.hasTimedOut) throw new ApiError("timeout", texts.timeout);
      if (watch.signal.aborted) throw new DOMException("aborted", "AbortError");
      throw new ApiError("offline", texts.offline);
    } finally {
      this.reads.delete(watch);
      watch.end();
    }
  }
}

/** One signal out of the caller's wish to stop, the screen's and our own time-out (`AbortSignal.any` is too young). */
interface Watch {
  readonly signal: AbortSignal;
  hasTimedOut: boolean;
  stop(): void;
  end(): void;
}

function watchOver(outer: AbortSignal | null | undefined): Watch {
  const controller = new AbortController();
  const stop = () => controller.abort();
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop);
  const timer = setTimeout(() => {
    watch.hasTimedOut = true;
    stop();
  }, requestTimeoutMs);
  const end = () => {
    clearTimeout(timer);
    outer?.removeEventListener("abort", stop);
  };
  const watch = { signal: controller.signal, hasTimedOut: false, stop, end };
  return watch;
}
