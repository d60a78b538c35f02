import { once } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../config.ts";
import type { Database } from "../database/Database.ts";
import { AppError } from "../http/AppError.ts";
import type { Audience, TokenService } from "../security/TokenService.ts";
import type { Clock } from "../time/clock.ts";
import { runWithoutTrace } from "../tracing/trace.ts";
import { listEvicted, registerConnection, unregisterConnections } from "./connection-limit.ts";
import type { EventNotifier } from "./EventNotifier.ts";
import { findNewestIds } from "./event.repository.ts";
import { Presence } from "./Presence.ts";
import { ReadCoalescer } from "./ReadCoalescer.ts";
import { SseConnection, type Subscriber } from "./SseConnection.ts";

const tickMs = 1_000;

/** Dependencies of EventHub. */
export interface EventHubOptions {
  config: Config;
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  tokens: TokenService;
  eventNotifier: EventNotifier;
}

/**
 * Manages all event streams of this process: wakes them on notifications and by polling, sends heartbeats, and closes them
 * when their tokens end.
 */
export class EventHub {
  readonly #options: EventHubOptions;
  readonly #limits: Config["limits"]["live"];
  readonly #connections = new Map<string, Set<SseConnection>>();
  /** Connections that are registered for all processes. */
  readonly #registered = new Set<SseConnection>();
  readonly #notifier: EventNotifier;
  readonly #presence: Presence;
  readonly #readCoalescer: ReadCoalescer;
  #timer: NodeJS.Timeout | null = null;
  #isTicking = false;
  #isPolling = false;
  #lastPolledAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: EventHubOptions) {
    this.#options = options;
    this.#limits = options.config.limits.live;
    const { database, clock, eventNotifier } = options;
    this.#presence = new Presence({ database, clock, everyMs: this.#limits.heartbeatMs });
    this.#readCoalescer = new ReadCoalescer(() => database.queries);
    this.#notifier = eventNotifier;
  }

  /**
   * Opens a stream. Above the limit a subject's oldest stream is closed, because it may belong to a client
   * that is gone; within a second when another process has it.
   * @throws AppError("unavailable") while the hub is closing
   */
  async open(subscriber: Subscriber): Promise<SseConnection> {
    if (this.#isClosed) throw new AppError("unavailable", {}, undefined, 1);
    const connection = new SseConnection(
      subscriber,
      () => this.#options.database.queries,
      this.#readCoalescer,
    );
    // Before the connection determines its position, so that notifications meanwhile wake it.
    this.#add(connection);
    runWithoutTrace(() => this.#startBackgroundWork());
    try {
      await connection.start();
      await registerConnection(this.#options.database.queries, connection, this.#limits.perSubject);
      this.#registered.add(connection);
    } catch (error) {
      connection.destroy();
      throw error;
    }
    connection.poll();
    return connection;
  }

  /** Closes all streams and stops listening. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearInterval(this.#timer);
    const open = this.#allConnections();
    const closed = Promise.all(open.map((connection) => once(connection, "close")));
    for (const connection of open) connection.close();
    this.#runAndLog(() => unregisterConnections(this.#options.database.queries, open));
    await closed;
    await this.#notifier.stop();
  }

  #startBackgroundWork(): void {
    this.#notifier.start({
      onNotification: (channel) => this.#pollChannel(channel),
      onReady: () => this.#runAndLog(() => this.#pollAll()),
    });
    this.#timer ??= setInterval(() => {
      this.#runAndLog(() => this.#tick());
      this.#runAndLog(() => this.#pollIfDue());
      this.#runAndLog(() => this.#presence.publish(this.#connectedCustomers()));
    }, tickMs);
  }

  #allConnections(): SseConnection[] {
    return [...this.#connections.values()].flatMap((set) => [...set]);
  }

  #add(connection: SseConnection): void {
    const { channel, audience, subjectId } = connection.subscriber;
    const subscribed = this.#connections.get(channel) ?? new Set();
    this.#connections.set(channel, subscribed.add(connection));
    if (subscribed.size === 1) this.#notifier.subscribe(channel);
    const own = [...subscribed].filter(
      ({ subscriber, isClosing: isFinished }) =>
        !isFinished && subscriber.audience === audience && subscriber.subjectId === subjectId,
    );
    for (const old of own.slice(0, Math.max(0, own.length - this.#limits.perSubject))) old.close();
    connection.once("close", () => {
      if (this.#registered.delete(connection) && !this.#isClosed)
        this.#runAndLog(() => unregisterConnections(this.#options.database.queries, [connection]));
      subscribed.delete(connection);
      if (subscribed.size === 0 && this.#connections.get(channel) === subscribed) {
        this.#connections.delete(channel);
        this.#notifier.unsubscribe(channel);
      }
    });
  }

  #pollChannel(channel: string): void {
    for (const connection of this.#connections.get(channel) ?? []) connection.poll();
  }

  async #tick(): Promise<void> {
    if (this.#isTicking || this.#connections.size === 0) return;
    this.#isTicking = true;
    try {
      const { heartbeatMs, staffHeartbeatMs } = this.#limits;
      for (const connection of this.#allConnections())
        connection.heartbeat(
          connection.subscriber.audience === "staff" ? staffHeartbeatMs : heartbeatMs,
          3 * heartbeatMs,
        );
      await this.#closeUnauthorized("customer");
      await this.#closeUnauthorized("staff");
      const evicted = await listEvicted(this.#options.database.queries, [...this.#registered]);
      for (const connection of evicted) connection.close();
    } finally {
      this.#isTicking = false;
    }
  }

  /** Polls at its interval: processes with and without Redis, and commands, do not notify each other. */
  async #pollIfDue(): Promise<void> {
    // The timer is not exact: half a tick early rather than a tick late.
    const isDue = performance.now() - this.#lastPolledAt >= this.#limits.pollMs - tickMs / 2;
    if (!isDue || this.#isPolling || this.#connections.size === 0) return;
    this.#isPolling = true;
    try {
      await this.#pollAll();
    } finally {
      this.#isPolling = false;
    }
  }

  #connectedCustomers(): Set<string> {
    const subscribed = this.#allConnections().map(({ subscriber }) => subscriber);
    return new Set(
      subscribed.filter(({ audience }) => audience === "customer").map(({ subjectId }) => subjectId),
    );
  }

  /** Closes streams whose token has been logged out, disabled, or now belongs to another subject. */
  async #closeUnauthorized(audience: Audience): Promise<void> {
    const connections = this.#allConnections().filter(({ subscriber }) => subscriber.audience === audience);
    if (connections.length === 0) return;
    const subjects = await this.#options.tokens.findSubjects(
      audience,
      connections.map(({ subscriber }) => subscriber.tokenHash),
    );
    for (const connection of connections) {
      const { tokenHash, subjectId } = connection.subscriber;
      if (subjects.get(tokenHash) !== subjectId) connection.close();
    }
  }

  /** Checks all channels in one query and wakes the connections that have unread events. */
  async #pollAll(): Promise<void> {
    this.#lastPolledAt = performance.now();
    const newest = await findNewestIds(this.#options.database.queries, [...this.#connections.keys()]);
    for (const connection of this.#allConnections()) {
      if (connection.isBehind || connection.cursor < (newest.get(connection.subscriber.channel) ?? 0))
        connection.poll();
    }
  }

  /** Runs background work; it is repeated soon, so failures are only logged. */
  #runAndLog(work: () => Promise<void>): void {
    work().catch((error: unknown) => this.#options.log.warn({ err: error }, "live events are late"));
  }
}
