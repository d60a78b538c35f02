import { EventParser, type StreamMessage } from "./EventParser.ts";

/** How long a client waits for its server, in ms. */
export interface StreamTimes {
  /** A server that says nothing for this long, not even its heartbeat, is taken for gone. */
  readonly silence: number;
  readonly connect: number;
  /** The longest pause between two tries. */
  readonly longestPause: number;
}

/** The server's heartbeat comes every 20 s. */
const usualTimes: StreamTimes = { silence: 45_000, connect: 15_000, longestPause: 30_000 };
const firstPauseMs = 1_000;

interface EventStreamOptions {
  url: string;
  /** Null: nobody is logged in, and nothing is asked for. */
  tokenFor(): string | null;
  /** The server refused the token that is still the current one. */
  onUnauthenticated(): void;
  onMessage(message: StreamMessage): void;
  /** Told at every change: whether messages would arrive now. */
  onConnected(isConnected: boolean): void;
  /** Goes on listening while the page is hidden, for pages that call somebody back. */
  staysWhenHidden?: boolean;
  times?: StreamTimes;
  fetch?: typeof fetch;
  /** 0 to 1. */
  random?: () => number;
}

/**
 * The server's messages over one long answer, read with the customer's token (which an `EventSource` cannot send).
 * It remembers the last number and goes on from there after a break, waits longer after each failure, rests while the
 * page is hidden (unless it is to stay), and starts again when the page or the network comes back.
 */
export class EventStream {
  private readonly options: EventStreamOptions;
  private readonly times: StreamTimes;
  private isWanted = false;
  private isImpossible = false;
  private isConnected = false;
  private lastId = "";
  private tries = 0;
  private link: AbortController | null = null;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: EventStreamOptions) {
    this.options = options;
    this.times = options.times ?? usualTimes;
  }

  start(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    document.addEventListener("visibilitychange", this.followPage);
    window.addEventListener("pageshow", this.followPage);
    window.addEventListener("online", this.renew);
    this.connect();
  }

  stop(): void {
    this.isWanted = false;
    document.removeEventListener("visibilitychange", this.followPage);
    window.removeEventListener("pageshow", this.followPage);
    window.removeEventListener("online", this.renew);
    this.hangUp();
  }

  /** Forgets where it was, for somebody else's messages; goes on with the new token when one is there. */
  forget(): void {
    this.lastId = "";
    this.renew();
  }

  private readonly followPage = (): void => {
    if (this.isResting) this.hangUp();
    else if (this.link === null) this.renew();
  };

  /** After the network was away the old connection is dead more often than not, though nothing says so. */
  private readonly renew = (): void => {
    this.hangUp();
    this.tries = 0;
    this.connect();
  };

  private hangUp(): void {
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    this.link?.abort();
    this.link = null;
    this.tellConnected(false);
  }

  private get isResting(): boolean {
    return document.visibilityState === "hidden" && this.options.staysWhenHidden !== true;
  }

  private connect(): void {
    const token = this.options.tokenFor();
    if (!this.isWanted || this.isImpossible || token === null || this.isResting) return;
    const link = new AbortController();
    this.link = link;
    this.read(link, token)
      .catch(() => null)
      .then((pauseMs) => {
        if (this.link !== link) return;
        this.hangUp();
        if (pauseMs !== "never") this.retry = setTimeout(() => this.connect(), pauseMs ?? this.nextPauseMs());
      });
  }

  /** Reads until the stream ends; answers how long to wait before the next try, null when nobody said. */
  private async read(link: AbortController, token: string): Promise<number | "never" | null> {
    const send = this.options.fetch ?? globalThis.fetch.bind(globalThis);
    this.watch(link, this.times.connect);
    const headers: Record<string, string> = { Accept: "text/event-stream", Authorization: `Bearer ${token}` };
    if (this.lastId !== "") headers["Last-Event-ID"] = this.lastId;
    const response = await send(this.options.url, { headers, signal: link.signal, cache: "no-store" });
    if (this.link !== link) return null;
    if (response.status === 401) {
      if (this.options.tokenFor() === token) this.options.onUnauthenticated();
      return "never";
    }
    if ([404, 405, 501].includes(response.status)) return this.giveUp(link);
    if (!response.ok) return retryAfterMs(response);
    if (typeof response.body?.getReader !== "function") {
      return this.giveUp(link);
    }
    this.tellConnected(true);
    await this.readBody(link, response.body.getReader());
    return null;
  }

  /** The host has no stream, or the browser cannot read one: pages ask by themselves. */
  private giveUp(link: AbortController): "never" {
    this.isImpossible = true;
    link.abort();
    return "never";
  }

  private async readBody(
    link: AbortController,
    reader: ReadableStreamDefaultReader<Uint8Array>,
  ): Promise<void> {
    const parser = new EventParser();
    parser.lastId = this.lastId;
    const decoder = new TextDecoder();
    for (;;) {
      this.watch(link, this.times.silence);
      const { done, value } = await reader.read();
      if (done || this.link !== link) return;
      this.tries = 0;
      for (const message of parser.push(decoder.decode(value, { stream: true }))) {
        this.options.onMessage(message);
      }
      this.lastId = parser.lastId;
    }
  }

  private watch(link: AbortController, ms: number): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => link.abort(), ms);
  }

  /** Doubled after each failure, and spread, so that a thousand clients do not come back in one moment. */
  private nextPauseMs(): number {
    const full = Math.min(this.times.longestPause, firstPauseMs * 2 ** this.tries);
    this.tries += 1;
    return full * (0.5 + 0.5 * (this.options.random ?? Math.random)());
  }

  private tellConnected(isConnected: boolean): void {
    if (isConnected === this.isConnected) return;
    this.isConnected = isConnected;
    this.options.onConnected(isConnected);
  }
}

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return seconds > 0 ? seconds * 1_000 : null;
}
