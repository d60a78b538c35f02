import pg from "pg";
import { runWithoutTrace, withSpan } from "../tracing/trace.ts";
import type { StatementNames } from "./StatementNames.ts";

type Query = pg.QueryConfig | pg.QueryArrayConfig;
type QueryFunction = (query: Query, values: unknown[]) => Promise<pg.QueryResult>;

/** Longest text of a statement in a span; those that write many rows are long. */
const maxTextLength = 1_000;
/** Most values, elements of an array, and characters of a text with which a statement runs by one plan for all values. */
const maxPreparedLength = 100;
const maxPreparedTextLength = 10_000;
/** SQLSTATE, among others, of a prepared statement whose columns have changed their types since. */
const featureNotSupported = "0A000";

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

/** How statements are prepared. */
export interface Preparation {
  names: StatementNames;
  /** Whether one whose columns have changed is sent once more, as no transaction has failed with it. */
  isAlone: boolean;
}

/** Prepares the statements that are used often, unless their values are large. */
function prepare(run: QueryFunction, { names, isAlone }: Preparation): QueryFunction {
  return async (query, values) => {
    // Only texts without values may hold several statements, which cannot be prepared.
    const isUnprepared = values.length === 0 || isLarge(values) || values.some(isLarge);
    const name = isUnprepared ? undefined : names.use(query.text);
    if (name === undefined) return await run(query, values);
    try {
      return await run({ ...query, name }, values);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== featureNotSupported) throw error;
      names.forget(query.text);
      if (!isAlone) throw error;
      return await run(query, values);
    }
  };
}

/** Returns whether a statement should be planned for this value: one plan for all assumes ten elements. */
function isLarge(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > maxPreparedLength;
  return typeof value === "string" && value.length > maxPreparedTextLength;
}

interface MeasuredClient {
  query: QueryFunction;
}

/**
 * The part of a connection pool that Drizzle uses, with each statement measured, its wait for a connection included. With
 * `names` statements that are used often are prepared.
 */
export class MeasuredPool {
  readonly #pool: pg.Pool;
  readonly #names: StatementNames | undefined;
  readonly query: QueryFunction;

  constructor(pool: pg.Pool, names?: StatementNames) {
    this.#pool = pool;
    this.#names = names;
    const send: QueryFunction = (query, values) => pool.query(query, values);
    this.query = measure(names ? prepare(send, { names, isAlone: true }) : send);
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
    const { query } = measureClient(client, this.#names && { names: this.#names, isAlone: false });
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
export function measureClient(
  client: pg.PoolClient,
  preparation?: Preparation,
): pg.PoolClient & MeasuredClient {
  let last: Promise<unknown> = Promise.resolve();
  const send: QueryFunction = (text, values) => {
    const result = last.then(() => client.query(text, values));
    last = result.catch(() => undefined);
    return result;
  };
  const query = measure(preparation ? prepare(send, preparation) : send);
  return { query } as pg.PoolClient & MeasuredClient;
}
