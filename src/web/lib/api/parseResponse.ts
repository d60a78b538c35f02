import type { ErrorCode } from "#contract/errors.ts";
import { commonMessages } from "../commonMessages.ts";
import { ApiError } from "./ApiError.ts";

const codeByStatus: Record<number, ErrorCode> = {
  400: "validation",
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  429: "rate_limited",
  503: "unavailable",
};

/**
 * Returns the parsed body of a successful response. Throws ApiError for anything else (HTTP error, other
 * code, no JSON).
 */
export async function parseResponse(response: Response): Promise<unknown> {
  await assertAccepted(response);
  const body = await parseBody(response);
  if (body === undefined)
    throw new ApiError("bad_reply", commonMessages.badReply, { status: response.status });
  const code = isRecord(body) ? body.code : undefined;
  if (code !== undefined && Number(code) !== 200) throw toApiError(Number(code), body, response);
  return body;
}

/** Throws ApiError for a response with an HTTP error. Leaves the body of any other response unread. */
export async function assertAccepted(response: Response): Promise<void> {
  if (!response.ok) throw toApiError(response.status, await parseBody(response), response);
}

/** Returns whether a value is a plain object with readable fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function parseBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toApiError(status: number, body: unknown, response: Response): ApiError {
  const payload = isRecord(body) ? body : {};
  const data = isRecord(payload.data) ? payload.data : {};
  const errorCode = typeof data.error === "string" ? (data.error as ErrorCode) : codeByStatus[status];
  return new ApiError(errorCode ?? "internal", findMessage(payload) ?? commonMessages.failed, {
    status,
    data,
    retryAfterS: parseRetryAfter(response),
  });
}

/** Other hosts name the sentence `message` or `detail`. */
function findMessage(payload: Record<string, unknown>): string | undefined {
  for (const key of ["msg", "message", "detail"]) {
    const value = payload[key];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return undefined;
}

function parseRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
