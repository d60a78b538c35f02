import { requestTimeoutMs } from "#contract/constants.ts";
import type { CallTypes, Endpoint, Principal } from "#contract/endpoint.ts";
import { texts } from "../texts.ts";
import { ApiError } from "./ApiError.ts";
import { isRecord, readReply } from "./readReply.ts";
import { type CallInput, callInit, callUrl } from "./request.ts";

interface ApiClientOptions {
  tokenFor(principal: Principal): string | null;
  /** Called when a token is no longer accepted; not for answers to a token that was replaced meanwhile. */
  onUnauthenticated(principal: Principal): void;
  fetch?: typeof fetch;
  baseUrl?: string;
  /** Answers that came with the document, by address; each is given once. */
  kept?: Record<string, unknown> | undefined;
}

/** The one door to the API: token, 15 s time-out, and every failure as an ApiError. Nothing is retried here. */
export class ApiClient {
  private readonly options: ApiClientOptions;

  constructor(options: ApiClientOptions) {
    this.options = options;
  }

  /** The `data` of `{code, msg, data}`. */
  async call<T extends CallTypes>(endpoint: Endpoint<T>, input: CallInput<T> = {}): Promise<T["data"]> {
    const body = await this.reply(endpoint, input);
    if (isRecord(body) && "data" in body) return body.data;
    throw new ApiError("bad_reply", texts.badReply, { status: 200 });
  }

  /** The whole body, for the normalisers that accept several shapes. */
  async reply<T extends CallTypes>(endpoint: Endpoint<T>, input: CallInput<T> = {}): Promise<unknown> {
    const token = this.options.tokenFor(endpoint.principal);
    try {
      return await this.exchange(callUrl(this.options.baseUrl ?? "", endpoint, input), {
        ...callInit(endpoint, input, token),
        ...(input.signal === undefined ? {} : { signal: input.signal }),
      });
    } catch (error) {
      this.noticeExpiry(endpoint.principal, token, error);
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
    const watch = new Watch(init.signal ?? undefined);
    try {
      return await readReply(await send(url, { ...init, signal: watch.signal }));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (watch.hasTimedOut) throw new ApiError("timeout", texts.timeout);
      if (init.signal?.aborted === true) throw new DOMException("aborted", "AbortError");
      throw new ApiError("offline", texts.offline);
    } finally {
      watch.end();
    }
  }
}

/** One signal out of the caller's wish to stop and our own time-out (`AbortSignal.any` is too young). */
class Watch {
  private readonly controller = new AbortController();
  private readonly outer: AbortSignal | undefined;
  private readonly timer: ReturnType<typeof setTimeout>;
  private readonly stop = () => this.controller.abort();
  hasTimedOut = false;

  constructor(outer: AbortSignal | undefined) {
    this.outer = outer;
    if (outer?.aborted === true) this.stop();
    outer?.addEventListener("abort", this.stop);
    this.timer = setTimeout(() => {
      this.hasTimedOut = true;
      this.stop();
    }, requestTimeoutMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener("abort", this.stop);
  }
}
