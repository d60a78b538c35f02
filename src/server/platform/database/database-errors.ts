import pg from "pg";
import { AppError } from "../http/AppError.ts";

/**
 * PostgreSQL's classes 08 (connection), 53 (resources), 57P (operator intervention), the time-outs 55P03 and
 * 57014, and 25006: a standby that is not promoted yet takes no writes.
 */
const unavailableSqlStates = /^(08|53|57P|55P03|57014|25006)/;
/** Those of them that a database gives which has gone away, not one that is busy. */
const lostSqlStates = /^(08|57P|25006)/;
/** The system's codes of a server, a machine, a network or a name service that is away; ENOENT is a socket's. */
const networkErrorCodes = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);
/** The pool's message when all its connections are in use for too long. */
const poolTimeoutPattern = /timeout exceeded when trying to connect/i;
/** The driver's messages for a connection that breaks during a statement, before one, or while it is opened, and the database's. */
const connectionErrorPattern =
  /Connection terminated|is not queryable|connection timeout|not currently accepting connections/i;

/**
 * Returns the SQLSTATE or system error code (E…) of a database failure, also inside Drizzle's wrapper error;
 * null for other errors.
 */
export function pgCode(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  // Other errors carry codes of their own: WeChat's 40001 is no SQLSTATE.
  const isSystemError = "code" in error && typeof error.code === "string" && /^E[A-Z_]+$/.test(error.code);
  if (error instanceof pg.DatabaseError || isSystemError) return (error as { code?: string }).code ?? null;
  return "cause" in error ? pgCode(error.cause) : null;
}

/** Returns whether a failure was caused by an unavailable or slow database. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "unavailable";
  const isUnavailable =
    unavailableSqlStates.test(pgCode(error) ?? "") || hasMessage(error, poolTimeoutPattern);
  return isUnavailable || isConnectionLost(error);
}

/** Returns whether a failure says that the database cannot be reached or has closed the connection. */
export function isConnectionLost(error: unknown): boolean {
  const code = pgCode(error) ?? "";
  if (lostSqlStates.test(code) || networkErrorCodes.has(code)) return true;
  return hasMessage(error, connectionErrorPattern);
}

/** Returns whether the message of an error or of one of its causes matches. */
function hasMessage(error: unknown, pattern: RegExp): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause)
    if (pattern.test(current.message)) return true;
  return false;
}
