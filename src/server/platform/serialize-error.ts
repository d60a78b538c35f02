import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";

/** An error as the log keeps it. */
export interface SerializedError {
  type: string;
  message: string;
  stack: string;
  [detail: string]: unknown;
}

/** What the log may keep of an error: of a refused statement what and where, never the values that it carried. */
export function serializeError(error: Error): SerializedError {
  const stack = (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
  const cause = error.cause instanceof Error ? serializeError(error.cause) : undefined;
  if (error instanceof pg.DatabaseError) {
    const { code, severity, table, column, constraint } = error;
    return {
      type: "DatabaseError",
      message: `SQL state ${code}`,
      stack,
      severity,
      table,
      column,
      constraint,
    };
  }
  if (error instanceof DrizzleQueryError) {
    return { type: "DrizzleQueryError", message: error.query, stack, cause };
  }
  const code = "code" in error ? error.code : undefined;
  return { type: error.name, message: error.message, stack, code, cause };
}
