import type { FastifyBaseLogger } from "fastify";
import type { RedisConnection } from "../redis/RedisConnection.ts";
import { newId } from "../security/ids.ts";
import { runWithoutTrace } from "../tracing/trace.ts";
import type { EventNotifier, EventNotifierHandlers } from "./EventNotifier.ts";

/** Channels that wait to be published; those above are found by polling. */
const maxPending = 10_000;
/** Channels of one command. */
const batchSize = 1_000;

/**
 * Notifies by Redis: after a commit its channels are published there, and each process subscribes to those that it has streams
 * of. Streams of the process that committed are notified without Redis.
 */
export class RedisEventNotifier implements EventNotifier {
  readonly #redis: RedisConnection;
  readonly #log: FastifyBaseLogger;
  readonly #prefix: string;
  /** Is published with the channel, so that a process knows its own publications. */
  readonly #ownId = newId();
  readonly #subscribed = new Set<string>();
  readonly #pending = new Set<string>();
  #isPublishing = false;
  #hasLoggedRefusal = false;
  #handlers: EventNotifierHandlers | null = null;

  constructor({ redis, log }: { redis: RedisConnection; log: FastifyBaseLogger }) {
    this.#redis = redis;
    this.#log = log;
    this.#prefix = `${redis.prefix}events:`;
  }

  start(handlers: EventNotifierHandlers): void {
    if (this.#handlers !== null) return;
    this.#handlers = handlers;
    const { client } = this.#redis;
    client.on("message", this.#onMessage);
    client.on("ready", this.#onReady);
    if (this.#redis.isConnected) this.#onReady();
  }

  async stop(): Promise<void> {
    const { client } = this.#redis;
    client.off("message", this.#onMessage);
    client.off("ready", this.#onReady);
    this.#handlers = null;
  }

  subscribe(channel: string): void {
    this.#subscribed.add(channel);
    if (!this.#redis.isConnected) return;
    runWithoutTrace(() => void this.#subscribeNow([channel], () => this.#handlers?.onNotification(channel)));
  }

  unsubscribe(channel: string): void {
    this.#subscribed.delete(channel);
    if (this.#redis.isConnected)
      this.#redis.client.unsubscribe(this.#prefix + channel).catch((error) => this.#logRefusal(error));
  }

  /** Notifies all processes of channels whose events are committed. Never waits or throws. */
  publish(channels: readonly string[]): void {
    runWithoutTrace(() => {
      for (const channel of channels) {
        if (this.#subscribed.has(channel)) this.#handlers?.onNotification(channel);
        if (this.#redis.isConnected && this.#pending.size < maxPending) this.#pending.add(channel);
      }
      void this.#publishPending();
    });
  }

  /** Publishes one batch at a time; a channel that gets more events meanwhile is published once for all of them. */
  async #publishPending(): Promise<void> {
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    try {
      while (this.#pending.size > 0) {
        const channels = [...this.#pending];
        this.#pending.clear();
        const replies = channels.map((channel) =>
          this.#redis.client.publish(this.#prefix + channel, this.#ownId),
        );
        for (const reply of await Promise.allSettled(replies))
          if (reply.status === "rejected") this.#logRefusal(reply.reason);
      }
    } finally {
      this.#isPublishing = false;
    }
  }

  readonly #onMessage = (name: string, sender: string): void => {
    if (sender !== this.#ownId && name.startsWith(this.#prefix))
      this.#handlers?.onNotification(name.slice(this.#prefix.length));
  };

  readonly #onReady = (): void => {
    this.#hasLoggedRefusal = false;
    void this.#subscribeNow([...this.#subscribed], () => this.#handlers?.onReady());
  };

  /** Subscribes, then has streams read what they may have missed before. */
  async #subscribeNow(channels: string[], onSubscribed: () => void): Promise<void> {
    try {
      for (let from = 0; from < channels.length; from += batchSize) {
        const batch = channels.slice(from, from + batchSize);
        await this.#redis.client.subscribe(...batch.map((channel) => this.#prefix + channel));
      }
      onSubscribed();
    } catch (error) {
      this.#logRefusal(error);
      // A connection that is too slow is made anew, and everything subscribed again.
      if (this.#redis.isConnected && !isReply(error)) this.#redis.client.disconnect(true);
    }
  }

  /** Logs once for each connection what Redis refuses, such as for missing rights; a lost connection is logged elsewhere. */
  #logRefusal(error: unknown): void {
    if (this.#hasLoggedRefusal || !isReply(error)) return;
    this.#hasLoggedRefusal = true;
    this.#log.warn({ err: error }, "Redis refuses notifications of events, only polling");
  }
}

/** Whether Redis itself refused a command. */
function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === "ReplyError";
}
