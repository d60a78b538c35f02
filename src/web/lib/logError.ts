import { ApiError } from "./api/ApiError.ts";

/** Errors identified by name: aborted, refused by the customer, or not an image. */
const expectedNames = new Set(["AbortError", "PositionError", "UnreadablePicture"]);
/** Refusals caused only by a bug of the client. */
const clientBugCodes = new Set(["validation", "method_not_allowed"]);

/**
 * Logs an unexpected failure to the console, for developers. Ignores failures that pages handle (a refusal,
 * no network, aborted). Pass no personal data: a sentence and the error.
 */
export function logError(context: string, error: unknown): void {
  if (isExpectedError(error)) return;
  // biome-ignore lint/suspicious/noConsole: the only place that writes to the browser's console
  console.error(context, error instanceof Error ? `${error.name}: ${error.message}` : error);
}

/** Returns whether a failure is part of ordinary use: pages show it with a way to continue. */
export function isExpectedError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (expectedNames.has(error.name)) return true;
  if (!(error instanceof ApiError)) return isBridgeRefusal(error) || isOfflineImportError(error);
  if (error.code === "offline" || error.code === "timeout") return true;
  return error.status >= 400 && error.status < 500 && !clientBugCodes.has(error.code);
}

/** WeChat or the customer refused; only "failed" leaves the reason open. */
function isBridgeRefusal(error: Error): boolean {
  return error.name === "BridgeError" && "reason" in error && error.reason !== "failed";
}

/** Failed import of a chunk while offline. */
function isOfflineImportError(error: Error): boolean {
  return (
    typeof navigator !== "undefined" && navigator.onLine === false && /import|fetch|load/i.test(error.message)
  );
}
