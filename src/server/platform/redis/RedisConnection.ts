import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Redis } from "ioredis";

/** Timeout of a command, from its call to its reply, in ms. */
const commandTimeoutMs = 1_000;
const connectTimeoutMs = 2_000;
/** Longest time in ms that a start waits for the first connection. */
const startWaitMs = 3_000;
/** A connection on which nothing arrives for this long after a command is cut and made anew, in ms. */
const silenceTimeoutMs = 3_000;
/** Interval of the commands that prove a quiet connection, in ms. */
const pingEveryMs = 5_000;
const reconnectDelayMs = { initial: 100, max: 5_000 };

/**
 * The process's one connection to Redis, for commands and subscriptions (RESP3, Redis 6.2 or newer). It comes back by itself;
 * commands fail at once while it is away, and nothing is queued or sent again.
 */
export class RedisConnection {
  readonly client: Redis;
  /** Begins the name of every key and channel. Channels know no databases, so the database's number is part of it. */
  readonly prefix: string;
  readonly #log: FastifyBaseLogger;
  /** Whether trouble has been logged and is not over. */
  #isInTrouble = false;
  /** Whether it refuses RESP3, without which a connection that subscribes takes no commands. */
  #isTooOld = false;
  #pings: NodeJS.Timeout | null = null;

  constructor({ url, log }: { url: string; log: FastifyBaseLogger }) {
    this.#log = log;
    this.client = new Redis(url, {
      connectionName: "shidan",
      lazyConnect: true,
      connectTimeout: connectTimeoutMs,
      commandTimeout: commandTimeoutMs,
      socketTimeout: silenceTimeoutMs,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      // The notifier subscribes anew: channels may have come and gone meanwhile.
      autoResubscribe: false,
      retryStrategy: (attempt) =>
        Math.min(reconnectDelayMs.max, reconnectDelayMs.initial * 2 ** attempt) * (0.5 + Math.random() / 2),
    });
    this.prefix = `shidan:${this.client.options.db ?? 0}:`;
    this.client.on("error", (error) => this.#logTrouble(error));
    this.client.on("ready", () => void this.#requireResp3());
    this.client.on("close", () => {
      this.#isTooOld = false;
    });
  }

  get isConnected(): boolean {
    return this.client.status === "ready" && !this.#isTooOld;
  }

  /** Connects, and keeps trying; resolves after the first attempt or three seconds, whether or not it succeeded. */
  async connect(): Promise<void> {
    // Failures are logged by the "error" event, and a reply that does not come ends the connection.
    this.#pings ??= setInterval(() => {
      if (this.isConnected) this.client.ping().catch(() => undefined);
    }, pingEveryMs).unref();
    const attempt = this.client.connect().catch(() => undefined);
    // A Redis that loads its data keeps the first attempt waiting.
    await Promise.race([attempt, sleep(startWaitMs, undefined, { ref: false })]);
  }

  /** Sends what is under way, then disconnects. */
  async close(): Promise<void> {
    if (this.#pings) clearInterval(this.#pings);
    if (this.isConnected) await this.client.quit().catch(() => undefined);
    this.client.disconnect();
  }

  /** The library goes on with RESP2 where RESP3 is refused. */
  async #requireResp3(): Promise<void> {
    try {
      await this.client.call("HELLO", "3");
      this.#logReturn();
    } catch (error) {
      if (error instanceof Error && error.name === "ReplyError") {
        this.#isTooOld = true;
        this.#logTrouble(error);
        // Otherwise the connection is lost, which is noticed elsewhere, or only slow.
      } else if (this.client.status === "ready") this.#logReturn();
    }
  }

  #logTrouble(error: Error): void {
    if (!this.#isInTrouble)
      this.#log.warn(
        { err: error },
        "Redis (REDIS_URL) cannot be used: events are polled, each process counts limits",
      );
    this.#isInTrouble = true;
  }

  #logReturn(): void {
    if (this.#isInTrouble) this.#log.info("Redis serves again");
    this.#isInTrouble = false;
  }
}
