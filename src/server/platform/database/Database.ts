import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { withOutbox } from "../events/outbox.ts";
import { AppError } from "../http/AppError.ts";
import { ConcurrencyQueue } from "../limits/ConcurrencyQueue.ts";
import { withSpan } from "../tracing/trace.ts";
import { pgCode } from "./database-errors.ts";
import { MeasuredPool } from "./MeasuredPool.ts";
import { runMaintenance } from "./maintenance.ts";
import type { ReadReplica } from "./ReadReplica.ts";
import { StatementNames } from "./StatementNames.ts";

/**
 * Runs queries for the repositories: the database itself, or a transaction. Rows of a bare `execute` come as
 * the driver reads them, eight-byte integers and timestamps as text: cast them in the statement.
 */
export type QueryRunner = PgDatabase<NodePgQueryResultHKT>;

const nestedUseMessage = "the outer database handle was used inside a transaction";
const int8 = 20;
/** Serialisation failures, deadlocks, and statements that were prepared before their columns changed. */
const retryable = new Set(["40001", "40P01", "0A000"]);
const maxAttempts = 4;
/** One in this many connections is reserved for statements outside transactions. */
const readerFraction = 5;
const defaultWaitMs = 10_000;
const retryAfterS = 2;
/** Weight of each new duration in the moving average. */
const smoothingFactor = 1 / 16;

/** Options of the connection pool. */
export interface DatabaseOptions {
  size: number;
  onIdleError: (error: Error) => void;
  /** Is called when a transaction begins anew, with the SQLSTATE of its failure. */
  onRetry?: (retry: { code: string; attempt: number }) => void;
  /** Maximum queueing time of a transaction before it is refused, in ms; default 10 s. */
  waitMs?: number;
  /** Timeout of a statement in ms, also when its server answers nothing any more; default none. */
  queryTimeoutMs?: number;
  /** Serves reads of `read` and `readInTransaction`. */
  replica?: ReadReplica | undefined;
}

/** The connection pool. Inside a transaction only its own handle may be used; the outer one then throws. */
export class Database {
  readonly pool: pg.Pool;
  readonly #url: string;
  readonly #db: QueryRunner;
  /** Prepares the statements that it sends often. */
  readonly #preparing: QueryRunner;
  readonly #transactionScope = new AsyncLocalStorage<true>();
  readonly #openClients = new Set<pg.PoolClient>();
  readonly #transactionQueue: ConcurrencyQueue;
  readonly #backgroundScope = new AsyncLocalStorage<true>();
  readonly #onRetry: NonNullable<DatabaseOptions["onRetry"]>;
  readonly #replica: ReadReplica | undefined;
  #publishChannels: ((channels: string[]) => void) | null = null;
  #meanHoldMs = 0;
  #acquireCount = 0;

  constructor(url: string, options: DatabaseOptions) {
    const { size, waitMs = defaultWaitMs, onRetry = () => undefined } = options;
    this.#onRetry = onRetry;
    this.#replica = options.replica;
    const concurrency = size - Math.floor(size / readerFraction);
    const createError = () => new AppError("unavailable", {}, undefined, retryAfterS);
    this.#transactionQueue = new ConcurrencyQueue({ concurrency, waitMs, createError });
    this.#url = url;
    this.pool = new pg.Pool({
      connectionString: url,
      max: options.size,
      connectionTimeoutMillis: 2_000,
      query_timeout: options.queryTimeoutMs,
      types: {
        getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
      },
      options: "-c statement_timeout=10000 -c lock_timeout=1500 -c idle_in_transaction_session_timeout=15000",
    });
    // A checked-out client emits errors on itself, not on the pool, when the server goes away.
    this.pool.on("connect", (client) => {
      client.on("error", options.onIdleError);
      this.#openClients.add(client);
      client.once("end", () => this.#openClients.delete(client));
    });
    this.pool.on("error", options.onIdleError);
    this.#trackHoldTimes();
    // Drizzle needs no more of a pool than what MeasuredPool has.
    this.#db = drizzle({ client: new MeasuredPool(this.pool) as unknown as pg.Pool });
    const preparing = new MeasuredPool(this.pool, new StatementNames());
    this.#preparing = drizzle({ client: preparing as unknown as pg.Pool });
  }

  /** Runs single statements outside transactions, planned for their values. Throws inside a transaction. */
  get queries(): QueryRunner {
    if (this.#transactionScope.getStore()) throw new Error(nestedUseMessage);
    return this.#db;
  }

  /**
   * Runs single statements outside transactions that find rows by a key, of one owner or that are due, by the same index whatever
   * their values: those that are sent often are prepared. Throws inside a transaction.
   */
  get lookups(): QueryRunner {
    if (this.#transactionScope.getStore()) throw new Error(nestedUseMessage);
    return this.#preparing;
  }

  /**
   * Runs `work` in one transaction, with at most three retries after deadlocks, serialisation failures and changes of columns.
   * @throws AppError("unavailable") when the queue is too long
   */
  async transaction<T>(work: (tx: QueryRunner) => Promise<T>): Promise<T> {
    // Background work is mostly lists, whose best plan depends on the values.
    return await this.#transact(this.#backgroundScope.getStore() ? this.#db : this.#preparing, work);
  }

  /**
   * Runs a read of lists, searches or sums, at the replica if there is one: `work` may run twice and must not write.
   * It reads everything that was acknowledged before.
   */
  async read<T>(work: (queries: QueryRunner) => Promise<T>): Promise<T> {
    const { queries } = this;
    const atPrimary = () => work(queries);
    return await (this.#replica?.run(this, { atReplica: work, atPrimary }) ?? atPrimary());
  }

  /** As `read`, for lists of one owner: see `lookups`. */
  async lookUp<T>(work: (lookups: QueryRunner) => Promise<T>): Promise<T> {
    const { lookups } = this;
    const atPrimary = () => work(lookups);
    return await (this.#replica?.run(this, { atReplica: work, atPrimary, isPrepared: true }) ?? atPrimary());
  }

  /** As `read`, in one transaction. */
  async readInTransaction<T>(work: (tx: QueryRunner) => Promise<T>): Promise<T> {
    const atReplica = (queries: QueryRunner) => queries.transaction(work);
    const atPrimary = () => this.#transact(this.#db, work);
    return await (this.#replica?.run(this, { atReplica, atPrimary }) ?? atPrimary());
  }

  /** Runs background work: its transactions may queue longer than those of requests. */
  async runInBackground<T>(work: () => Promise<T>): Promise<T> {
    return await this.#backgroundScope.run(true, work);
  }

  /**
   * From now on `publish` gets the channels of new events after each commit that has some, and PostgreSQL notifies of none.
   * It must not throw.
   */
  publishChannelsBy(publish: (channels: string[]) => void): void {
    this.#publishChannels = publish;
  }

  async #transact<T>(queries: QueryRunner, work: (tx: QueryRunner) => Promise<T>): Promise<T> {
    if (this.#transactionScope.getStore()) throw new Error(nestedUseMessage);
    return await withSpan({ name: "transaction" }, () =>
      this.#transactionQueue.run(
        () => this.#runWithRetry(queries, work),
        this.#backgroundScope.getStore() && defaultWaitMs,
      ),
    );
  }

  async #runWithRetry<T>(queries: QueryRunner, work: (tx: QueryRunner) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const publish = this.#publishChannels;
      try {
        const { result, channels } = await queries.transaction((tx) =>
          this.#transactionScope.run(true, () => withOutbox(tx, work, { notifies: publish === null })),
        );
        if (channels.length > 0) publish?.(channels);
        return result;
      } catch (error) {
        const code = pgCode(error) ?? "";
        if (attempt === maxAttempts || !retryable.has(code)) throw error;
        this.#onRetry({ code, attempt });
        await sleep(Math.random() * 20 * 2 ** attempt);
      }
    }
  }

  /** Reads so far, by where they were served; null without a replica. */
  get readCounts(): Readonly<ReadReplica["counts"]> | null {
    return this.#replica?.counts ?? null;
  }

  /** Estimated wait for a connection requested now, from recent hold times, in ms. */
  get connectionWaitMs(): number {
    return (this.pool.waitingCount * this.#meanHoldMs) / (this.pool.options.max ?? 1);
  }

  /** Estimated wait of a transaction begun now, from recent durations, in ms. */
  get transactionWaitMs(): number {
    return this.#transactionQueue.estimatedWaitMs;
  }

  /** Number of connections handed out so far. */
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

  /** Creates a connection outside the pool, for LISTEN; a statement on a dead network fails after 5 s. */
  createListenClient(name: string): pg.Client {
    return new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
      keepAlive: true,
      application_name: name,
    });
  }

  /** Runs changes of tables on a connection outside the pool: see `runMaintenance`. */
  async maintain<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    return await runMaintenance(this.#url, work);
  }

  /** Destroys all connections of the pool: pending queries fail, and new connections are opened on demand. */
  destroyConnections(): void {
    for (const client of this.#openClients) client.connection.stream.destroy();
  }

  /** Closes the pool and resolves when every connection is closed; the pool alone only requests it. */
  async close(): Promise<void> {
    await this.#replica?.close();
    await this.pool.end();
    await Promise.all([...this.#openClients].map((client) => once(client, "end")));
  }
}
