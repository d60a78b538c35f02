import { AppError } from "./AppError.ts";
import { pgCode } from "./Database.ts";

/**
 * PostgreSQL's classes 08 (connection), 53 (resources), 57P (operator intervention), the time-outs 55P03 and 57014, and
 * 25006: a standby that is not promoted yet takes no writes.
 */
const databaseAway = /^(08|53|57P|55P03|57014|25006)/;
const networkAway = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"]);
const connectionAway =
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|not currently accepting connections/i;

/** Whether something failed because the database did not do its part, or not in time. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AppError) return error.word === "unavailable";
  const code = pgCode(error) ?? "";
  if (databaseAway.test(code) || networkAway.has(code)) return true;
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (connectionAway.test(at.message)) return true;
  return false;
}
