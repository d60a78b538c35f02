import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** Who fails later than that was not refused: nobody was there to refuse. */
const promptMs = 1_000;
const pauseMs = { first: 100, most: 5_000 };

/** What a listener needs from outside. */
export interface ListenerParts {
  /** The name under which PostgreSQL tells the news. */
  name: string;
  /** How often it is proved that news arrive. */
  proveMs: number;
  connect: () => pg.Client;
  /** A channel has news. */
  onNews: (channel: string) => void;
  /** Listening has begun, perhaps again: whatever happened before was not heard. */
  onReady: () => void;
  onLost: (error: unknown) => void;
  /** News arrive: proved just now. */
  onProof?: () => void;
}

/** A connection of a process on which PostgreSQL tells of news; it comes back by itself when it is lost. */
export class Listener {
  readonly #parts: ListenerParts;
  readonly #stopping = new AbortController();
  #isListening = false;
  #heard = 0;
  /** Since when something was asked that has found no answer, not even a refusal. */
  #unansweredSince: number | null = null;
  #running: Promise<void> | null = null;

  constructor(parts: ListenerParts) {
    this.#parts = parts;
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  /** For how many milliseconds the database has owed an answer; nought when it answers, or refuses at once. */
  get silentMs(): number {
    return this.#unansweredSince === null ? 0 : performance.now() - this.#unansweredSince;
  }

  /** Begins; a second call changes nothing. */
  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#listen(() => {
          failures = 0;
        });
      } catch (error) {
        if (this.silentMs < promptMs) this.#unansweredSince = null;
        if (!signal.aborted) this.#parts.onLost(error);
      }
      const pause = Math.min(pauseMs.most, pauseMs.first * 2 ** failures) * (0.5 + Math.random() / 2);
      await rest(pause, signal);
    }
  }

  /** Listens until the connection is lost, which throws, or until this is stopped. */
  async #listen(onReady: () => void): Promise<void> {
    const client = this.#parts.connect();
    const stopping = this.#stopping.signal;
    const over = new AbortController();
    const stop = () => over.abort();
    stopping.addEventListener("abort", stop);
    client.on("error", (error) => over.abort(error));
    client.on("end", () => over.abort(new Error("the listening connection has ended")));
    client.on("notification", ({ payload }) => {
      this.#heard += 1;
      if (payload) this.#parts.onNews(payload);
    });
    try {
      this.#unansweredSince ??= performance.now();
      await client.connect();
      await client.query(`listen ${this.#parts.name}`);
      await this.#prove(client);
      this.#isListening = true;
      onReady();
      this.#parts.onReady();
      for (;;) {
        // No race against a promise of the loss: one that never comes keeps everything that was ever raced against it.
        await rest(this.#parts.proveMs, over.signal);
        if (stopping.aborted) return;
        over.signal.throwIfAborted();
        await this.#prove(client);
      }
    } finally {
      stopping.removeEventListener("abort", stop);
      this.#isListening = false;
      await client.end();
    }
  }

  /** A notification to ourselves: a pooler in between, or a network that is gone, would swallow it. */
  async #prove(client: pg.Client): Promise<void> {
    const before = this.#heard;
    this.#unansweredSince ??= performance.now();
    await client.query("select pg_notify($1, '')", [this.#parts.name]);
    if (this.#heard === before) throw new Error("notifications do not arrive");
    this.#unansweredSince = null;
    this.#parts.onProof?.();
  }
}

/** Sleeps; the only rejection of this sleep is the signal, which the loops look at. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
