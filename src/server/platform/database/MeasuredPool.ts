import type pg from "pg";
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

/** The part of a connection pool that Drizzle uses, with each statement measured, its wait for a connection included. */
export class MeasuredPool {
  readonly #pool: pg.Pool;
  readonly query: QueryFunction;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.query = measure((query, values) => pool.query(query, values));
  }

  /** Returns a connection for a transaction. */
  async connect(): Promise<{ query: QueryFunction; release(): void }> {
    const client = await runWithoutTrace(() => this.#pool.connect());
    return {
      query: measure((query, values) => client.query(query, values)),
      release: () => client.release(),
    };
  }
}
