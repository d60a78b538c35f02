import type { ErrorCode } from "#contract/errors.ts";
import { commonMessages } from "../commonMessages.ts";

/** Why a call failed: a word of the server's closed list, or something that happened on the way. */
export type ApiErrorCode = ErrorCode | "offline" | "timeout" | "bad_reply";

interface ApiErrorDetails {
  status?: number;
  data?: Record<string, unknown>;
  retryAfterS?: number | null;
}

/** A failed call. `message` is Chinese and fit for a customer; `status` is 0 when no answer arrived. */
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

/** Whether a call was given up by its caller (page left, newer run); nobody needs to hear about it. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** Whether a host does not have a call at all; our own server names a reason for every 404 of a call that it has. */
export function isUnsupportedEndpoint(error: unknown): boolean {
  return (
    error instanceof ApiError && [404, 405, 501].includes(error.status) && error.data.error === undefined
  );
}

/** The sentence to show for a failure: what is known of its reason, else the given one. */
export function toErrorMessage(error: unknown, fallback: string): string {
  return findReason(error) ?? fallback;
}

/** A fixed sentence, followed by the reason where one is known: `保存地址失败：地址数量已达上限`. */
export function appendReason(message: string, error: unknown): string {
  const reason = findReason(error);
  return reason === null ? message : `${message}：${reason}`;
}

/** What the server or the network said; a server that only broke has no reason worth reading. */
function findReason(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code === "internal") return null;
  const isVague = error.message === commonMessages.failed || error.code === "bad_reply";
  return isVague || error.message === "" ? null : error.message;
}
