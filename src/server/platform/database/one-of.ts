import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Matches rows whose column has one of these values. The statement's text does not depend on their number, as it is prepared by its text. */
export function isOneOf(column: PgColumn, values: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...values])})`;
}

/**
 * Matches rows whose column has one of these states, which the statement names in its text: also one plan for all values can use
 * a partial index over them.
 */
export function isInStates(column: PgColumn, states: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(states.map((state) => `'${state.replaceAll("'", "''")}'`).join(", "))})`;
}
