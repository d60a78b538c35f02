import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../database/Database.ts";
import { PgListener } from "../events/PgListener.ts";
import { newId } from "../security/ids.ts";

/** The name under which the database's triggers tell all processes what has changed. */
const notifyChannel = "shidan_content";
const heartbeatMs = 500;
/** Without a proof for so long the connection may be gone silently, and news with it. */
const maxSilenceMs = 3_000;

/** What changed: one dish of a store, one store, all menus, all stores; without news everything may have. */
export type ContentChange =
  | { what: "dish"; storeId: string; dishId: string }
  | { what: "store"; storeId: string }
  | { what: "menus" | "stores" | "everything" };

function parseChange(text: string): ContentChange {
  const [what, storeId, dishId] = text.split(":");
  if (what === "dish" && storeId && dishId) return { what, storeId, dishId };
  if (what === "store" && storeId) return { what, storeId };
  return what === "menus" || what === "stores" ? { what } : { what: "everything" };
}

/** Tells whoever keeps answers in memory what has changed in the database, whichever process changed it. */
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

  /** Begins to listen; a second call changes nothing. */
  start(): void {
    this.#listener.start();
  }

  async stop(): Promise<void> {
    await this.#listener.stop();
  }

  /** Whether what was kept since the last change may be used: only while news surely arrive. */
  get isReliable(): boolean {
    return this.#listener.isListening && this.msSinceLastHeartbeat < maxSilenceMs;
  }

  /** For how many milliseconds nobody knows whether what was kept is true still. */
  get msSinceLastHeartbeat(): number {
    return performance.now() - this.#lastHeartbeatAt;
  }

  /** For how many milliseconds the database has owed an answer on this connection. */
  get pendingReplyMs(): number {
    return this.#listener.pendingReplyMs;
  }

  onChange(listener: (change: ContentChange) => void): void {
    this.#listeners.push(listener);
  }

  /** Ends when every change that was committed before is heard here; at once while nothing is kept anyway. */
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
