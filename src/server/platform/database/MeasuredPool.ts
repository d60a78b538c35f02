import pg from "pg";
import { runWithoutTrace, withSpan } from "../tracing/trace.ts";

type Query = pg.QueryConfig | pg.QueryArrayConfig;
type QueryFunction = (query: Query, values: unknown[]) => Promise<pg.QueryResult>;

/** Longest text of a statement in a span; those that write many rows are long. */
const maxTextLength = 1_000;

/** Measures a statement as a span of the running trace: its text has placeholders instead of values. */
function measure(run: QueryFunction): QueryFunction {
  return (query, values) => {
    const text = query.text.slice(0, maxTextLength);
    const [operation = "statement"] = /^\w+/.exec(text) ?? [];
    const attributes = { "db.system.name": "postgresql", "db.query.text": text };
    return withSpan({ name: operation.toLowerCase(), kind: "client", attributes }, () =>
      // A connection that a statement opens serves others too.
      runWithoutTrace(() => run(query, values)),
    );
  };
}

interface MeasuredClient {
  query: QueryFunction;
}

/** The part of a connection pool that Drizzle uses, with each statement measured, its wait for a connection included. */
export class MeasuredPool {
  readonly #pool: pg.Pool;
  readonly query: QueryFunction;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.query = measure((query, values) => pool.query(query, values));
  }

  /** Returns a connection for a transaction. */
  async connect(): Promise<MeasuredClient & { release(): void }> {
    const client = await runWithoutTrace(() => this.#pool.connect());
    let isReleased = false;
    const release = (error?: Error) => {
      if (!isReleased) client.release(error);
      isReleased = true;
    };
    let isBegun = false;
    const { query } = measureClient(client);
    return {
      query: async (text, values) => {
        try {
          const result = await query(text, values);
          isBegun = true;
          return result;
        } catch (error) {
          // Drizzle does not return a connection on which `begin` failed, and one that was lost or did not answer may
          // still have a transaction open.
          if (!isBegun || !(error instanceof pg.DatabaseError)) release(error as Error);
          throw error;
        }
      },
      release: () => release(),
    };
  }
}

/** Measures the statements of a connection, and sends one after the other: the driver is about to refuse more at once. */
export function measureClient(client: pg.PoolClient): pg.PoolClient & MeasuredClient {
  let last: Promise<unknown> = Promise.resolve();
  const query = measure((text, values) => {
    const result = last.then(() => client.query(text, values));
    last = result.catch(() => undefined);
    return result;
  });
  return { query } as pg.PoolClient & MeasuredClient;
}
