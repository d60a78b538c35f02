import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../database/Database.ts";
import { PgListener } from "../events/PgListener.ts";
import { newId } from "../security/ids.ts";

/** PostgreSQL notification channel on which the database's triggers announce content changes. */
const notifyChannel = "shidan_content";
const heartbeatMs = 500;
/**
 * Without a heartbeat for this long, in ms, the connection may have died silently and changes may be missed.
 */
const maxSilenceMs = 3_000;

/**
 * A change: of a restaurant's dish, a restaurant, all menus, all restaurants, the settings, or (after an outage) anything.
 */
export type ContentChange =
  | { what: "dish"; storeId: string; dishId: string }
  | { what: "store"; storeId: string }
  | { what: "menus" | "stores" | "settings" | "everything" };

function parseChange(text: string): ContentChange {
  const [what, storeId, dishId] = text.split(":");
  if (what === "dish" && storeId && dishId) return { what, storeId, dishId };
  if (what === "store" && storeId) return { what, storeId };
  return what === "menus" || what === "stores" || what === "settings" ? { what } : { what: "everything" };
}

/** Notifies response caches of content changes in the database, whichever process made them. */
export class ContentChangeFeed {
  readonly #database: Database;
  readonly #listener: PgListener;
  readonly #listeners: ((change: ContentChange) => void)[] = [];
  readonly #pendingEchoes = new Map<string, () => void>();
  #lastHeartbeatAt = Number.NEGATIVE_INFINITY;

  constructor(options: { database: Database; log: FastifyBaseLogger }) {
    this.#database = options.database;
    this.#listener = new PgListener({
      channel: notifyChannel,
      heartbeatMs,
      connect: () => options.database.createListenClient("shidan-content"),
      onNotification: (text) => this.#onNotification(text),
      onReady: () => this.#emit({ what: "everything" }),
      onDisconnect: (error) => {
        for (const isReliable of this.#pendingEchoes.values()) isReliable();
        this.#pendingEchoes.clear();
        options.log.warn({ err: error }, "not listening for content, nothing is kept");
      },
      onHeartbeat: () => {
        this.#lastHeartbeatAt = performance.now();
      },
    });
  }

  /** Starts listening; further calls have no effect. */
  start(): void {
    this.#listener.start();
  }

  async stop(): Promise<void> {
    await this.#listener.stop();
  }

  /**
   * Whether responses cached since the last change may be used: only while notifications are known to arrive.
   */
  get isReliable(): boolean {
    return this.#listener.isListening && this.msSinceLastHeartbeat < maxSilenceMs;
  }

  /** Time since cached responses were last known to be current, in ms. */
  get msSinceLastHeartbeat(): number {
    return performance.now() - this.#lastHeartbeatAt;
  }

  /** Time for which the database has owed a response on this connection, in ms. */
  get pendingReplyMs(): number {
    return this.#listener.pendingReplyMs;
  }

  onChange(listener: (change: ContentChange) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Resolves when every change committed before has been delivered here; at once while not listening, when
   * nothing is cached anyway.
   */
  async waitForDelivery(): Promise<void> {
    if (!this.#listener.isListening) return;
    const echo = `echo:${newId()}`;
    const delivered = new Promise<void>((resolve) => this.#pendingEchoes.set(echo, resolve));
    await this.#database.pool.query("select pg_notify($1, $2)", [notifyChannel, echo]);
    await delivered;
  }

  #onNotification(text: string): void {
    if (text.startsWith("echo:")) {
      this.#pendingEchoes.get(text)?.();
      this.#pendingEchoes.delete(text);
    } else this.#emit(parseChange(text));
  }

  #emit(change: ContentChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
