import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { withOutbox } from "../events/outbox.ts";
import { AppError } from "../http/AppError.ts";
import { ConcurrencyQueue } from "../limits/ConcurrencyQueue.ts";

/**
 * What repositories run queries on: the database itself, or a transaction. Rows of a bare `execute` come as the driver
 * reads them, eight-byte integers and moments as text: cast them in the statement.
 */
export type QueryRunner = PgDatabase<NodePgQueryResultHKT>;

const nestedUseMessage = "the outer database handle was used inside a transaction";
const int8 = 20;
const retryable = new Set(["40001", "40P01"]);
const maxAttempts = 4;
/** One part in so many of the connections is left to statements outside transactions. */
const readerFraction = 5;
const defaultWaitMs = 10_000;
const retryAfterS = 2;
/** How much of the mean each new duration makes up. */
const smoothingFactor = 1 / 16;

/** How a pool is made. */
export interface DatabaseOptions {
  size: number;
  onIdleError: (error: Error) => void;
  /** How long a transaction may wait for its turn before it is refused; 10 s without it. */
  waitMs?: number;
}

/** The SQLSTATE or system error code (E…) of a database failure, also through the wrapper that Drizzle puts round it. */
export function pgCode(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  // Other errors carry codes of their own: WeChat's 40001 is no SQLSTATE.
  const isSystemError = "code" in error && typeof error.code === "string" && /^E[A-Z]+$/.test(error.code);
  if (error instanceof pg.DatabaseError || isSystemError) return (error as { code?: string }).code ?? null;
  return "cause" in error ? pgCode(error.cause) : null;
}

/** The connection pool. Inside a transaction only its own handle may be used; the outer one then throws. */
export class Database {
  readonly pool: pg.Pool;
  readonly #url: string;
  readonly #db: QueryRunner;
  readonly #transactionScope = new AsyncLocalStorage<true>();
  readonly #openClients = new Set<pg.PoolClient>();
  readonly #transactionQueue: ConcurrencyQueue;
  readonly #backgroundScope = new AsyncLocalStorage<true>();
  #meanHoldMs = 0;
  #acquireCount = 0;

  constructor(url: string, options: DatabaseOptions) {
    const { size, waitMs = defaultWaitMs } = options;
    const concurrency = size - Math.floor(size / readerFraction);
    const createError = () => new AppError("unavailable", {}, undefined, retryAfterS);
    this.#transactionQueue = new ConcurrencyQueue({ concurrency, waitMs, createError });
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
      this.#openClients.add(client);
      client.once("end", () => this.#openClients.delete(client));
    });
    this.pool.on("error", options.onIdleError);
    this.#trackHoldTimes();
    this.#db = drizzle({ client: this.pool });
  }

  /** For single statements outside transactions. */
  get queries(): QueryRunner {
    if (this.#transactionScope.getStore()) throw new Error(nestedUseMessage);
    return this.#db;
  }

  /**
   * Runs `work` in one transaction; deadlocks and serialisation failures are tried again, three times at most. Throws
   * AppError("unavailable") when too many others are before it.
   */
  async transaction<T>(work: (tx: QueryRunner) => Promise<T>): Promise<T> {
    if (this.#transactionScope.getStore()) throw new Error(nestedUseMessage);
    return await this.#transactionQueue.run(
      () => this.#runWithRetry(work),
      this.#backgroundScope.getStore() && defaultWaitMs,
    );
  }

  /** What nobody waits for: transactions in it queue longer than those of people. */
  async runInBackground<T>(work: () => Promise<T>): Promise<T> {
    return await this.#backgroundScope.run(true, work);
  }

  async #runWithRetry<T>(work: (tx: QueryRunner) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.queries.transaction((tx) =>
          this.#transactionScope.run(true, () => withOutbox(tx, work)),
        );
      } catch (error) {
        if (attempt === maxAttempts || !retryable.has(pgCode(error) ?? "")) throw error;
        await sleep(Math.random() * 20 * 2 ** attempt);
      }
    }
  }

  /** How long who asks for a connection now waits for it, by how long the last ones were held, in milliseconds. */
  get connectionWaitMs(): number {
    return (this.pool.waitingCount * this.#meanHoldMs) / (this.pool.options.max ?? 1);
  }

  /** How long who begins a transaction now waits for their turn, by what the last ones took, in milliseconds. */
  get transactionWaitMs(): number {
    return this.#transactionQueue.estimatedWaitMs;
  }

  /** How often a connection was given out. */
  get acquireCount(): number {
    return this.#acquireCount;
  }

  #trackHoldTimes(): void {
    const acquiredAt = new WeakMap<pg.PoolClient, number>();
    this.pool.on("acquire", (client) => {
      acquiredAt.set(client, performance.now());
      this.#acquireCount += 1;
    });
    this.pool.on("release", (_error, client) => {
      const holdMs = performance.now() - (acquiredAt.get(client) ?? Number.NaN);
      if (holdMs >= 0) this.#meanHoldMs += (holdMs - this.#meanHoldMs) * smoothingFactor;
    });
  }

  /** A connection beside the pool, for listening; a statement on a network that is gone fails after five seconds. */
  createListenClient(name: string): pg.Client {
    return new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
      keepAlive: true,
      application_name: name,
    });
  }

  /** Cuts all connections of the pool; what waits on them fails, and new ones are made when they are needed. */
  destroyConnections(): void {
    for (const client of this.#openClients) client.connection.stream.destroy();
  }

  /** Ends when every connection is closed; the pool alone only asks them to. */
  async close(): Promise<void> {
    await this.pool.end();
    await Promise.all([...this.#openClients].map((client) => once(client, "end")));
  }
}
