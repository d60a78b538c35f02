import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Matches rows whose column has one of these values. The statement has one text for any number of them, and so one plan once it is prepared. */
export function isOneOf(column: PgColumn, values: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...values])})`;
}

/**
 * Matches rows whose column has one of these states, at least one, which must be constants of the code and no input: the statement
 * names them in its text, so that also one plan for all values can use a partial index over them.
 */
export function isInStates(column: PgColumn, states: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(states.map((state) => `'${state.replaceAll("'", "''")}'`).join(", "))})`;
}
