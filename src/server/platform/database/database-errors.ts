import { AppError } from "../http/AppError.ts";
import { pgCode } from "./Database.ts";

/**
 * PostgreSQL's classes 08 (connection), 53 (resources), 57P (operator intervention), the time-outs 55P03 and
 * 57014, and 25006: a standby that is not promoted yet takes no writes.
 */
const unavailableSqlStates = /^(08|53|57P|55P03|57014|25006)/;
const networkErrorCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"]);
const connectionErrorPattern =
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|not currently accepting connections/i;

/** Returns whether a failure was caused by an unavailable or slow database. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "unavailable";
  const code = pgCode(error) ?? "";
  if (unavailableSqlStates.test(code) || networkErrorCodes.has(code)) return true;
  for (let current: unknown = error; current instanceof Error; current = current.cause)
    if (connectionErrorPattern.test(current.message)) return true;
  return false;
}
