import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** A failure after more than this time is no refusal: the database did not respond at all. */
const refusalMs = 1_000;
const reconnectDelayMs = { initial: 100, max: 5_000 };

/** Dependencies of PgListener. */
export interface PgListenerOptions {
  /** PostgreSQL notification channel to listen on. */
  channel: string;
  /** Interval of the self-test that notifications arrive, in ms. */
  heartbeatMs: number;
  connect: () => pg.Client;
  /** Called with the payload of a notification: the application channel that has new events. */
  onNotification: (channel: string) => void;
  /** Called when listening has begun or resumed; earlier notifications were missed. */
  onReady: () => void;
  onDisconnect: (error: unknown) => void;
  /** Called when the self-test has passed. */
  onHeartbeat?: () => void;
}

/** Listens to PostgreSQL notifications on its own connection and reconnects automatically. */
export class PgListener {
  readonly #options: PgListenerOptions;
  readonly #stopping = new AbortController();
  #isListening = false;
  #notificationCount = 0;
  /** Time of the oldest request without any response, not even a refusal. */
  #pendingSince: number | null = null;
  #running: Promise<void> | null = null;

  constructor(options: PgListenerOptions) {
    this.#options = options;
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  /** Time for which the database has owed a response, in ms; 0 when it responds, or refuses at once. */
  get pendingReplyMs(): number {
    return this.#pendingSince === null ? 0 : performance.now() - this.#pendingSince;
  }

  /** Starts listening; further calls have no effect. */
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

  /** Listens until stopped; throws when the connection is lost. */
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
        // No Promise.race against the connection's loss: a promise that never settles retains everything
        // raced against it.
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

  /** Sends a notification to ourselves: a pooler in between, or a dead network, would swallow it. */
  async #sendHeartbeat(client: pg.Client): Promise<void> {
    const before = this.#notificationCount;
    this.#pendingSince ??= performance.now();
    await client.query("select pg_notify($1, '')", [this.#options.channel]);
    if (this.#notificationCount === before) throw new Error("notifications do not arrive");
    this.#pendingSince = null;
    this.#options.onHeartbeat?.();
  }
}

/** Sleeps; only the signal can reject the sleep, and the loops check it. */
async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
