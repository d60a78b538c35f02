import { afterEach, expect, test, vi } from "vitest";
import { ApiError, type ApiErrorCode } from "./api/ApiError.ts";
import { logError } from "./logError.ts";

afterEach(() => vi.restoreAllMocks());

function isLogged(error: unknown): boolean {
  const write = vi.spyOn(console, "error").mockImplementation(() => undefined);
  logError("something failed", error);
  return write.mock.calls.length > 0;
}

function named(name: string, reason?: string): Error {
  return Object.assign(new Error("why"), { name, ...(reason !== undefined && { reason }) });
}

test.each<[ApiErrorCode, number]>([
  ["unauthenticated", 401],
  ["not_found", 404],
  ["price_changed", 409],
  ["out_of_range", 422],
  ["points_unusable", 400],
  ["rate_limited", 429],
  ["payload_too_large", 413],
  ["offline", 0],
  ["timeout", 0],
])("does not log a refusal that pages handle: %s", (failure, status) => {
  expect(isLogged(new ApiError(failure, "说明", { status }))).toBe(false);
});

test.each<[ApiErrorCode, number]>([
  ["internal", 500],
  ["unavailable", 503],
  ["payment_failed", 502],
  ["bad_reply", 200],
  ["validation", 400],
  ["method_not_allowed", 405],
])("logs a failure that needs attention: %s", (failure, status) => {
  expect(isLogged(new ApiError(failure, "说明", { status }))).toBe(true);
});

test("does not log refusals of the customer or the device, and logs unknown errors", () => {
  const expected = [
    named("AbortError"),
    named("PositionError"),
    named("UnreadablePicture"),
    named("BridgeError", "cancelled"),
  ];
  expect(expected.map(isLogged)).toEqual(expected.map(() => false));
  vi.restoreAllMocks();
  const unexpected = [named("TypeError"), named("BridgeError", "failed"), "text", null];
  for (const error of unexpected) {
    expect(isLogged(error)).toBe(true);
    vi.restoreAllMocks();
  }
});
