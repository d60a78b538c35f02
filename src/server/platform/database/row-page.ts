import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { TimeRange } from "../time/day-range.ts";

/** Place of a row in a list of the newest first: its time with all digits, and its id. */
export interface Cursor {
  at: string;
  id: string | number;
}

/** Part of a list of the newest first: a page by its offset, or what comes after a row. */
export interface RowPage {
  offset?: number;
  after?: Cursor | undefined;
  limit: number;
}

/** Selects the time of a row for a cursor: a Date would lose the microseconds. */
export function selectCursorTime(at: PgColumn): SQL<string> {
  return sql<string>`${at}::text`;
}

/** Filters by a range of time, and by what comes after a row. */
export function isInRows(at: PgColumn, id: PgColumn, { from, until }: TimeRange, after?: Cursor) {
  return and(
    from && gte(at, from),
    until && lt(at, until),
    after && sql`(${at}, ${id}) < (${after.at}::timestamptz, ${after.id})`,
  );
}
