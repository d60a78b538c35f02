import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { withOutbox } from "./live/outbox.ts";

/**
 * What repositories run queries on: the database itself, or a transaction. Rows of a bare `execute` come as the driver
 * reads them, eight-byte integers and moments as text: cast them in the statement.
 */
export type Queries = PgDatabase<NodePgQueryResultHKT>;

const int8 = 20;
const retryable = new Set(["40001", "40P01"]);
const tries = 4;

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

  constructor(url: string, options: { size: number; onIdleError: (error: Error) => void }) {
    this.#url = url;
    this.pool = new pg.Pool({
      connectionString: url,
      max: options.size,
      connectionTimeoutMillis: 2_000,
      types: {
        getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
      },
      options: "-c statement_timeout=10000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=15000",
    });
    // A client that is checked out when the server goes away emits on itself, not on the pool.
    this.pool.on("connect", (client) => {
      client.on("error", options.onIdleError);
      this.#open.add(client);
      client.once("end", () => this.#open.delete(client));
    });
    this.pool.on("error", options.onIdleError);
    this.#db = drizzle({ client: this.pool });
  }

  /** For single statements outside transactions. */
  get queries(): Queries {
    if (this.#inside.getStore()) throw new Error("the outer database handle was used inside a transaction");
    return this.#db;
  }

  /** Runs `work` in one transaction; deadlocks and serialisation failures are tried again, three times at most. */
  async transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.queries.transaction((tx) => this.#inside.run(true, () => withOutbox(tx, work)));
      } catch (error) {
        if (attempt === tries || !retryable.has(pgCode(error) ?? "")) throw error;
        await sleep(Math.random() * 20 * 2 ** attempt);
      }
    }
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
