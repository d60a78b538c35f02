import type { ErrorCode } from "#contract/errors.ts";
import { commonMessages } from "../commonMessages.ts";

/** Code of a failure: one of the server's codes, or a failure in transit. */
export type ApiErrorCode = ErrorCode | "offline" | "timeout" | "bad_reply";

interface ApiErrorDetails {
  status?: number;
  data?: Record<string, unknown>;
  retryAfterS?: number | null;
}

/** Failed request. `message` is Chinese and fit for customers; `status` is 0 without a response. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly data: Record<string, unknown>;
  readonly retryAfterS: number | null;

  constructor(code: ApiErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = details.status ?? 0;
    this.data = details.data ?? {};
    this.retryAfterS = details.retryAfterS ?? null;
  }
}

/** Returns whether a request was aborted by its caller (page left, newer run); it needs no message. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/**
 * Returns whether the token of a request was refused. `ApiClient` then ends the session, says so and leads to
 * the login; pages show nothing more. A wrong text-message code (also a 401) refuses no token.
 */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== "bad_code";
}

/**
 * Returns whether the host lacks the endpoint; our own server names a reason for every 404 of an endpoint it
 * has.
 */
export function isUnsupportedEndpoint(error: unknown): boolean {
  return (
    error instanceof ApiError && [404, 405, 501].includes(error.status) && error.data.error === undefined
  );
}

/** Returns the message to show for a failure: its reason if known, else the fallback. */
export function toErrorMessage(error: unknown, fallback: string): string {
  return findReason(error) ?? fallback;
}

/** Appends the reason to a message, if known: `保存地址失败：地址数量已达上限`. */
export function appendReason(message: string, error: unknown): string {
  const reason = findReason(error);
  return reason === null ? message : `${message}：${reason}`;
}

/**
 * Returns the reason given by the server or the network; null for a server error, which has no reason worth
 * showing.
 */
function findReason(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code === "internal") return null;
  const isVague = error.message === commonMessages.failed || error.code === "bad_reply";
  return isVague || error.message === "" ? null : error.message;
}
