import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../Database.ts";
import { newId } from "../ids.ts";
import { Listener } from "../live/Listener.ts";

/** The name under which the database's triggers tell all processes what has changed. */
const newsName = "shidan_content";
const proveMs = 500;
/** Without a proof for so long the connection may be gone silently, and news with it. */
const trustMs = 3_000;

/** What changed: one dish of a store, one store, all menus, all stores; without news everything may have. */
export type ContentChange =
  | { what: "dish"; storeId: string; dishId: string }
  | { what: "store"; storeId: string }
  | { what: "menus" | "stores" | "everything" };

function read(text: string): ContentChange {
  const [what, storeId, dishId] = text.split(":");
  if (what === "dish" && storeId && dishId) return { what, storeId, dishId };
  if (what === "store" && storeId) return { what, storeId };
  return what === "menus" || what === "stores" ? { what } : { what: "everything" };
}

/** Tells whoever keeps answers in memory what has changed in the database, whichever process changed it. */
export class ContentNews {
  readonly #database: Database;
  readonly #listener: Listener;
  readonly #takers: ((change: ContentChange) => void)[] = [];
  readonly #echoes = new Map<string, () => void>();
  #provedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: { database: Database; log: FastifyBaseLogger }) {
    this.#database = parts.database;
    this.#listener = new Listener({
      name: newsName,
      proveMs,
      connect: () => parts.database.listeningClient("shidan-content"),
      onNews: (text) => this.#hear(text),
      onReady: () => this.#tell({ what: "everything" }),
      onLost: (error) => {
        for (const isHeard of this.#echoes.values()) isHeard();
        this.#echoes.clear();
        parts.log.warn({ err: error }, "not listening for content, nothing is kept");
      },
      onProof: () => {
        this.#provedAt = performance.now();
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
  get isHeard(): boolean {
    return this.#listener.isListening && this.unprovedMs < trustMs;
  }

  /** For how many milliseconds nobody knows whether what was kept is true still. */
  get unprovedMs(): number {
    return performance.now() - this.#provedAt;
  }

  /** For how many milliseconds the database has owed an answer on this connection. */
  get silentMs(): number {
    return this.#listener.silentMs;
  }

  onChange(take: (change: ContentChange) => void): void {
    this.#takers.push(take);
  }

  /** Ends when every change that was committed before is heard here; at once while nothing is kept anyway. */
  async settle(): Promise<void> {
    if (!this.#listener.isListening) return;
    const echo = `echo:${newId()}`;
    const heard = new Promise<void>((resolve) => this.#echoes.set(echo, resolve));
    await this.#database.pool.query("select pg_notify($1, $2)", [newsName, echo]);
    await heard;
  }

  #hear(text: string): void {
    if (text.startsWith("echo:")) {
      this.#echoes.get(text)?.();
      this.#echoes.delete(text);
    } else this.#tell(read(text));
  }

  #tell(change: ContentChange): void {
    for (const take of this.#takers) take(change);
  }
}
