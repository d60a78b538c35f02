import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";

/** An error in log format. */
export interface SerializedError {
  type: string;
  message: string;
  stack: string;
  [detail: string]: unknown;
}

/** Converts an error for the log: of a failed statement its code and location, never its values. */
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
