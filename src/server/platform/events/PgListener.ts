import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** Who fails later than that was not refused: nobody was there to refuse. */
const refusalMs = 1_000;
const reconnectDelayMs = { initial: 100, max: 5_000 };

/** What a listener needs from outside. */
export interface PgListenerOptions {
  /** The name under which PostgreSQL tells the news. */
  channel: string;
  /** How often it is proved that news arrive. */
  heartbeatMs: number;
  connect: () => pg.Client;
  /** A channel has news. */
  onNotification: (channel: string) => void;
  /** Listening has begun, perhaps again: whatever happened before was not heard. */
  onReady: () => void;
  onDisconnect: (error: unknown) => void;
  /** News arrive: proved just now. */
  onHeartbeat?: () => void;
}

/** A connection of a process on which PostgreSQL tells of news; it comes back by itself when it is lost. */
export class PgListener {
  readonly #options: PgListenerOptions;
  readonly #stopping = new AbortController();
  #isListening = false;
  #notificationCount = 0;
  /** Since when something was asked that has found no answer, not even a refusal. */
  #pendingSince: number | null = null;
  #running: Promise<void> | null = null;

  constructor(options: PgListenerOptions) {
    this.#options = options;
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  /** For how many milliseconds the database has owed an answer; nought when it answers, or refuses at once. */
  get pendingReplyMs(): number {
    return this.#pendingSince === null ? 0 : performance.now() - this.#pendingSince;
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
        if (this.pendingReplyMs < refusalMs) this.#pendingSince = null;
        if (!signal.aborted) this.#options.onDisconnect(error);
      }
      const delayMs =
        Math.min(reconnectDelayMs.max, reconnectDelayMs.initial * 2 ** failures) * (0.5 + Math.random() / 2);
      await sleepUnlessAborted(delayMs, signal);
    }
  }

  /** Listens until the connection is lost, which throws, or until this is stopped. */
  async #listen(onReady: () => void): Promise<void> {
    const client = this.#options.connect();
    const stopping = this.#stopping.signal;
    const closed = new AbortController();
    const stop = () => closed.abort();
    stopping.addEventListener("abort", stop);
    client.on("error", (error) => closed.abort(error));
    client.on("end", () => closed.abort(new Error("the listening connection has ended")));
    client.on("notification", ({ payload }) => {
      this.#notificationCount += 1;
      if (payload) this.#options.onNotification(payload);
    });
    try {
      this.#pendingSince ??= performance.now();
      await client.connect();
      await client.query(`listen ${this.#options.channel}`);
      await this.#sendHeartbeat(client);
      this.#isListening = true;
      onReady();
      this.#options.onReady();
      for (;;) {
        // No race against a promise of the loss: one that never comes keeps everything that was ever raced against it.
        await sleepUnlessAborted(this.#options.heartbeatMs, closed.signal);
        if (stopping.aborted) return;
        closed.signal.throwIfAborted();
        await this.#sendHeartbeat(client);
      }
    } finally {
      stopping.removeEventListener("abort", stop);
      this.#isListening = false;
      await client.end();
    }
  }

  /** A notification to ourselves: a pooler in between, or a network that is gone, would swallow it. */
  async #sendHeartbeat(client: pg.Client): Promise<void> {
    const before = this.#notificationCount;
    this.#pendingSince ??= performance.now();
    await client.query("select pg_notify($1, '')", [this.#options.channel]);
    if (this.#notificationCount === before) throw new Error("notifications do not arrive");
    this.#pendingSince = null;
    this.#options.onHeartbeat?.();
  }
}

/** Sleeps; the only rejection of this sleep is the signal, which the loops look at. */
async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
