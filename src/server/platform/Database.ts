import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { AppError } from "./AppError.ts";
import { Turns } from "./limits/Turns.ts";
import { withOutbox } from "./live/outbox.ts";

/**
 * What repositories run queries on: the database itself, or a transaction. Rows of a bare `execute` come as the driver
 * reads them, eight-byte integers and moments as text: cast them in the statement.
 */
export type Queries = PgDatabase<NodePgQueryResultHKT>;

const nested = "the outer database handle was used inside a transaction";
const int8 = 20;
const retryable = new Set(["40001", "40P01"]);
const tries = 4;
/** One part in so many of the connections is left to statements outside transactions. */
const readersShare = 5;
const patienceMs = 10_000;
const retryAfterS = 2;
/** How much of the mean each new duration makes up. */
const weight = 1 / 16;

/** How a pool is made. */
export interface DatabaseOptions {
  size: number;
  onIdleError: (error: Error) => void;
  /** How long a transaction may wait for its turn before it is refused; 10 s without it. */
  waitMs?: number;
}

/** The PostgreSQL error code of a failure, also through the wrapper that Drizzle puts round it. */
export function pgCode(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? pgCode(error.cause) : null;
}

/** The connection pool. Inside a transaction only its own handle may be used; the outer one then throws. */
export class Database {
  readonly pool: pg.Pool;
  readonly #url: string;
  readonly #db: Queries;
  readonly #inside = new AsyncLocalStorage<true>();
  readonly #open = new Set<pg.PoolClient>();
  readonly #turns: Turns;
  readonly #patient = new AsyncLocalStorage<true>();
  #heldMs = 0;
  #served = 0;

  constructor(url: string, options: DatabaseOptions) {
    const { size, waitMs = patienceMs } = options;
    const atOnce = size - Math.floor(size / readersShare);
    const refusal = () => new AppError("unavailable", {}, undefined, retryAfterS);
    this.#turns = new Turns({ atOnce, waitMs, refusal });
    this.#url = url;
    this.pool = new pg.Pool({
      connectionString: url,
      max: options.size,
      connectionTimeoutMillis: 2_000,
      types: {
        getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
      },
      options: "-c statement_timeout=10000 -c lock_timeout=1500 -c idle_in_transaction_session_timeout=15000",
    });
    // A client that is checked out when the server goes away emits on itself, not on the pool.
    this.pool.on("connect", (client) => {
      client.on("error", options.onIdleError);
      this.#open.add(client);
      client.once("end", () => this.#open.delete(client));
    });
    this.pool.on("error", options.onIdleError);
    this.#measure();
    this.#db = drizzle({ client: this.pool });
  }

  /** For single statements outside transactions. */
  get queries(): Queries {
    if (this.#inside.getStore()) throw new Error(nested);
    return this.#db;
  }

  /**
   * Runs `work` in one transaction; deadlocks and serialisation failures are tried again, three times at most. Throws
   * AppError("unavailable") when too many others are before it.
   */
  async transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    if (this.#inside.getStore()) throw new Error(nested);
    return await this.#turns.take(() => this.#try(work), this.#patient.getStore() && patienceMs);
  }

  /** What nobody waits for: transactions in it queue longer than those of people. */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    return await this.#patient.run(true, work);
  }

  async #try<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.queries.transaction((tx) => this.#inside.run(true, () => withOutbox(tx, work)));
      } catch (error) {
        if (attempt === tries || !retryable.has(pgCode(error) ?? "")) throw error;
        await sleep(Math.random() * 20 * 2 ** attempt);
      }
    }
  }

  /** How long who asks for a connection now waits for it, by how long the last ones were held, in milliseconds. */
  get queueMs(): number {
    return (this.pool.waitingCount * this.#heldMs) / (this.pool.options.max ?? 1);
  }

  /** How long who begins a transaction now waits for their turn, by what the last ones took, in milliseconds. */
  get turnMs(): number {
    return this.#turns.queueMs;
  }

  /** How often a connection was given out. */
  get served(): number {
    return this.#served;
  }

  #measure(): void {
    const since = new WeakMap<pg.PoolClient, number>();
    this.pool.on("acquire", (client) => {
      since.set(client, performance.now());
      this.#served += 1;
    });
    this.pool.on("release", (_error, client) => {
      const heldMs = performance.now() - (since.get(client) ?? Number.NaN);
      if (heldMs >= 0) this.#heldMs += (heldMs - this.#heldMs) * weight;
    });
  }

  /** A connection beside the pool, for listening; a statement on a network that is gone fails after five seconds. */
  listeningClient(name: string): pg.Client {
    return new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
      keepAlive: true,
      application_name: name,
    });
  }

  /** Cuts all connections of the pool; what waits on them fails, and new ones are made when they are needed. */
  giveUpConnections(): void {
    for (const client of this.#open) client.connection.stream.destroy();
  }

  /** Ends when every connection is closed; the pool alone only asks them to. */
  async close(): Promise<void> {
    await this.pool.end();
    await Promise.all([...this.#open].map((client) => once(client, "end")));
  }
}
