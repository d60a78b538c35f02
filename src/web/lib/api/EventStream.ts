import { createParser } from "eventsource-parser";
import type { Principal } from "#contract/endpoint.ts";
import { commonMessages } from "../commonMessages.ts";
import type { ApiClient } from "./ApiClient.ts";
import { ApiError, isUnauthenticated } from "./ApiError.ts";
import { authorizationHeader } from "./buildRequest.ts";

/** Message of an event stream. `id` is the last one named by the stream, even if not by this message. */
export interface StreamMessage {
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

/** Timeouts of the client, in ms. */
export interface StreamTimeouts {
  /** A server silent for this long, without even a heartbeat, counts as gone. */
  readonly silenceMs: number;
  readonly connectMs: number;
  /** Maximum delay between two attempts. */
  readonly maxRetryDelayMs: number;
}

/** The server sends a heartbeat every 20 s. */
const defaultTimeouts: StreamTimeouts = { silenceMs: 45_000, connectMs: 15_000, maxRetryDelayMs: 30_000 };
const initialRetryDelayMs = 1_000;

interface EventStreamOptions {
  url: string;
  /** Whose token is sent; without one no request is sent. */
  principal: Principal;
  api: Pick<ApiClient, "hasToken" | "withToken">;
  onMessage(message: StreamMessage): void;
  /** Called on every change of whether messages would arrive now. */
  onConnected(isConnected: boolean): void;
  /** Keeps the stream open while the page is hidden, for pages that alert staff. */
  staysWhenHidden?: boolean;
  timeouts?: StreamTimeouts;
  fetch?: typeof fetch;
  /** Returns a number from 0 to 1. */
  random?: () => number;
}

/**
 * Server-sent events read by `fetch` with a token (which an `EventSource` cannot send). Resumes
 * from the last id after a break, backs off after each failure, pauses while the page is hidden (unless it
 * stays open), and reconnects when the page or the network returns.
 */
export class EventStream {
  private readonly options: EventStreamOptions;
  private readonly timeouts: StreamTimeouts;
  private isStarted = false;
  private isUnsupported = false;
  private isConnected = false;
  private lastId = "";
  private retryCount = 0;
  private connection: AbortController | null = null;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: EventStreamOptions) {
    this.options = options;
    this.timeouts = options.timeouts ?? defaultTimeouts;
  }

  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    document.addEventListener("visibilitychange", this.onVisibilityChange);
    window.addEventListener("pageshow", this.onVisibilityChange);
    window.addEventListener("online", this.reconnect);
    this.connect();
  }

  stop(): void {
    this.isStarted = false;
    document.removeEventListener("visibilitychange", this.onVisibilityChange);
    window.removeEventListener("pageshow", this.onVisibilityChange);
    window.removeEventListener("online", this.reconnect);
    this.disconnect();
  }

  /** Clears the position, for another user's messages; reconnects with the new token if there is one. */
  reset(): void {
    this.lastId = "";
    this.reconnect();
  }

  private readonly onVisibilityChange = (): void => {
    if (this.isPaused) this.disconnect();
    else if (this.connection === null) this.reconnect();
  };

  /** After a network outage the old connection is usually dead without any signal. */
  private readonly reconnect = (): void => {
    this.disconnect();
    this.retryCount = 0;
    this.connect();
  };

  private disconnect(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.silenceTimer);
    this.connection?.abort();
    this.connection = null;
    this.setConnected(false);
  }

  private get isPaused(): boolean {
    return document.visibilityState === "hidden" && this.options.staysWhenHidden !== true;
  }

  private connect(): void {
    const { api, principal } = this.options;
    if (!this.isStarted || this.isUnsupported || !api.hasToken(principal) || this.isPaused) return;
    const connection = new AbortController();
    this.connection = connection;
    this.readStream(connection)
      .catch((error: unknown) => (isUnauthenticated(error) ? "never" : null))
      .then((delayMs) => {
        if (this.connection !== connection) return;
        this.disconnect();
        if (delayMs !== "never")
          this.retryTimer = setTimeout(() => this.connect(), delayMs ?? this.nextRetryDelayMs());
      });
  }

  /** Reads until the stream ends; returns the server's delay before the next attempt, null without one. */
  private async readStream(connection: AbortController): Promise<number | "never" | null> {
    this.armSilenceTimer(connection, this.timeouts.connectMs);
    const { api, principal } = this.options;
    const response = await api.withToken(principal, (token) => this.openStream(connection, token));
    if (this.connection !== connection) return null;
    if ([404, 405, 501].includes(response.status)) return this.stopAsUnsupported(connection);
    if (!response.ok) return retryAfterMs(response);
    if (typeof response.body?.getReader !== "function") {
      return this.stopAsUnsupported(connection);
    }
    this.setConnected(true);
    await this.readBody(connection, response.body.getReader());
    return null;
  }

  private async openStream(connection: AbortController, token: string | null): Promise<Response> {
    const fetchStream = this.options.fetch ?? globalThis.fetch.bind(globalThis);
    const headers: Record<string, string> = { Accept: "text/event-stream", ...authorizationHeader(token) };
    if (this.lastId !== "") headers["Last-Event-ID"] = this.lastId;
    const { signal } = connection;
    const response = await fetchStream(this.options.url, { headers, signal, cache: "no-store" });
    if (response.status === 401)
      throw new ApiError("unauthenticated", commonMessages.expired, { status: 401 });
    return response;
  }

  /** Stops if the host has no stream, or the browser cannot read one: pages poll instead. */
  private stopAsUnsupported(connection: AbortController): "never" {
    this.isUnsupported = true;
    connection.abort();
    return "never";
  }

  private async readBody(
    connection: AbortController,
    reader: ReadableStreamDefaultReader<Uint8Array>,
  ): Promise<void> {
    const parser = createParser({
      onEvent: ({ id = this.lastId, event: name = "message", data }) => {
        if (this.connection !== connection) return;
        this.options.onMessage({ id, name, data });
        // A message whose handling fails, or resets the stream, does not count as received.
        if (this.connection === connection) this.lastId = id;
      },
    });
    const decoder = new TextDecoder();
    for (;;) {
      this.armSilenceTimer(connection, this.timeouts.silenceMs);
      const { done, value } = await reader.read();
      if (done || this.connection !== connection) return;
      this.retryCount = 0;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  }

  private armSilenceTimer(connection: AbortController, ms: number): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => connection.abort(), ms);
  }

  /** Doubles after each failure, with jitter, so that a thousand clients do not reconnect at once. */
  private nextRetryDelayMs(): number {
    const fullDelayMs = Math.min(this.timeouts.maxRetryDelayMs, initialRetryDelayMs * 2 ** this.retryCount);
    this.retryCount += 1;
    return fullDelayMs * (0.5 + 0.5 * (this.options.random ?? Math.random)());
  }

  private setConnected(isConnected: boolean): void {
    if (isConnected === this.isConnected) return;
    this.isConnected = isConnected;
    this.options.onConnected(isConnected);
  }
}

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return seconds > 0 ? seconds * 1_000 : null;
}
