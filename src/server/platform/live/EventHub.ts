import { once } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../config.ts";
import { AppError } from "../AppError.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../Database.ts";
import type { Audience, TokenService } from "../TokenService.ts";
import { newsName } from "./channels.ts";
import { EventStream, type Follower } from "./EventStream.ts";
import { newestOf } from "./eventRows.ts";
import { Listener } from "./Listener.ts";
import { Presence } from "./Presence.ts";
import { SharedReads } from "./SharedReads.ts";
import { leaveSeats, takeSeat, withoutSeat } from "./streamSeats.ts";

const tickMs = 1_000;
const proveMs = 10_000;

/** What a hub is made of. */
export interface HubParts {
  config: Config;
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  tokens: TokenService;
}

/** All live streams of this process: woken by news, kept talking by heartbeats, ended with their tokens. */
export class EventHub {
  readonly #parts: HubParts;
  readonly #limits: Config["limits"]["live"];
  readonly #streams = new Map<string, Set<EventStream>>();
  /** Streams that all processes know of. */
  readonly #seated = new Set<EventStream>();
  readonly #listener: Listener;
  readonly #presence: Presence;
  readonly #reads: SharedReads;
  #timer: NodeJS.Timeout | null = null;
  #isTicking = false;
  #polledAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#limits = parts.config.limits.live;
    const { database, clock } = parts;
    this.#presence = new Presence({ database, clock, everyMs: this.#limits.heartbeatMs });
    this.#reads = new SharedReads(() => database.queries);
    this.#listener = new Listener({
      name: newsName,
      proveMs,
      connect: () => parts.database.listeningClient("shidan-events"),
      onNews: (channel) => this.#wake(channel),
      onReady: () => this.#attempt(() => this.#poll()),
      onLost: (error) => parts.log.warn({ err: error }, "not listening for events, polling instead"),
    });
  }

  /**
   * Opens a stream. A subject's oldest one ends when there are too many, within a second when another process has it: it
   * may belong to a client that is gone.
   */
  async open(follower: Follower): Promise<EventStream> {
    if (this.#isClosed) throw new AppError("unavailable", {}, undefined, 1);
    const stream = new EventStream(follower, () => this.#parts.database.queries, this.#reads);
    // Before it looks for its place, so that news which come meanwhile wake it.
    this.#add(stream);
    this.#listener.start();
    this.#timer ??= setInterval(() => {
      this.#attempt(() => this.#tick());
      this.#attempt(() => this.#presence.tell(this.#customersHere()));
    }, tickMs);
    try {
      await stream.begin();
      await takeSeat(this.#parts.database.queries, stream, this.#limits.perSubject);
      this.#seated.add(stream);
    } catch (error) {
      stream.destroy();
      throw error;
    }
    stream.wake();
    return stream;
  }

  /** Ends all streams and stops listening. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearInterval(this.#timer);
    const open = this.#all();
    const closed = Promise.all(open.map((stream) => once(stream, "close")));
    for (const stream of open) stream.finish();
    this.#attempt(() => leaveSeats(this.#parts.database.queries, open));
    await closed;
    await this.#listener.stop();
  }

  #all(): EventStream[] {
    return [...this.#streams.values()].flatMap((some) => [...some]);
  }

  #add(stream: EventStream): void {
    const { channel, audience, subjectId } = stream.follower;
    const followers = this.#streams.get(channel) ?? new Set();
    this.#streams.set(channel, followers.add(stream));
    const theirs = [...followers].filter(
      ({ follower, isFinished }) =>
        !isFinished && follower.audience === audience && follower.subjectId === subjectId,
    );
    for (const old of theirs.slice(0, Math.max(0, theirs.length - this.#limits.perSubject))) old.finish();
    stream.once("close", () => {
      if (this.#seated.delete(stream) && !this.#isClosed)
        this.#attempt(() => leaveSeats(this.#parts.database.queries, [stream]));
      followers.delete(stream);
      if (followers.size === 0 && this.#streams.get(channel) === followers) this.#streams.delete(channel);
    });
  }

  #wake(channel: string): void {
    for (const stream of this.#streams.get(channel) ?? []) stream.wake();
  }

  async #tick(): Promise<void> {
    if (this.#isTicking || this.#streams.size === 0) return;
    this.#isTicking = true;
    try {
      const { heartbeatMs, staffHeartbeatMs } = this.#limits;
      for (const stream of this.#all())
        stream.beat(stream.follower.audience === "staff" ? staffHeartbeatMs : heartbeatMs, 3 * heartbeatMs);
      await this.#endStrangers("customer");
      await this.#endStrangers("staff");
      const pushedOut = await withoutSeat(this.#parts.database.queries, [...this.#seated]);
      for (const stream of pushedOut) stream.finish();
      const isDeaf = !this.#listener.isListening || this.#all().some((stream) => stream.isBehind);
      if (isDeaf && performance.now() - this.#polledAt >= this.#limits.pollMs) await this.#poll();
    } finally {
      this.#isTicking = false;
    }
  }

  #customersHere(): Set<string> {
    const followers = this.#all().map(({ follower }) => follower);
    return new Set(
      followers.filter(({ audience }) => audience === "customer").map(({ subjectId }) => subjectId),
    );
  }

  /** Ends the streams of whoever has logged out, was switched off, or is somebody else now. */
  async #endStrangers(audience: Audience): Promise<void> {
    const streams = this.#all().filter(({ follower }) => follower.audience === audience);
    if (streams.length === 0) return;
    const subjects = await this.#parts.tokens.subjectsOf(
      audience,
      streams.map(({ follower }) => follower.tokenHash),
    );
    for (const stream of streams) {
      const { tokenHash, subjectId } = stream.follower;
      if (subjects.get(tokenHash) !== subjectId) stream.finish();
    }
  }

  /** Looks at all channels at once and wakes those who have not read everything. */
  async #poll(): Promise<void> {
    this.#polledAt = performance.now();
    const newest = await newestOf(this.#parts.database.queries, [...this.#streams.keys()]);
    for (const stream of this.#all()) {
      if (stream.isBehind || stream.cursor < (newest.get(stream.follower.channel) ?? 0)) stream.wake();
    }
  }

  /** Work that nobody waits for; it is done again soon, so a failure is only told. */
  #attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => this.#parts.log.warn({ err: error }, "live events are late"));
  }
}
