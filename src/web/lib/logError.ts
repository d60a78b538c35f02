import { ApiError } from "./api/ApiError.ts";

/** Errors that say by their name what happened: given up, refused by the customer, or no picture. */
const expectedNames = new Set(["AbortError", "PositionError", "UnreadablePicture"]);
/** Refusals that only a fault of ours brings about. */
const clientBugCodes = new Set(["validation", "method_not_allowed"]);

/**
 * Writes an unexpected failure to the console, for developers. A failure that a page answers anyway (a refusal, no
 * network, given up) is none. It must hold nothing personal: a sentence and the error.
 */
export function logError(context: string, error: unknown): void {
  if (isExpectedError(error)) return;
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the browser's console
  console.error(context, error instanceof Error ? `${error.name}: ${error.message}` : error);
}

/** Whether a failure is part of ordinary use: pages show it with a way on. */
export function isExpectedError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (expectedNames.has(error.name)) return true;
  if (!(error instanceof ApiError)) return isBridgeRefusal(error) || isOfflineImportError(error);
  if (error.code === "offline" || error.code === "timeout") return true;
  return error.status >= 400 && error.status < 500 && !clientBugCodes.has(error.code);
}

/** WeChat, or the customer in it, said no; only "failed" leaves the reason open. */
function isBridgeRefusal(error: Error): boolean {
  return error.name === "BridgeError" && "reason" in error && error.reason !== "failed";
}

/** Code that is fetched while the network is away. */
function isOfflineImportError(error: Error): boolean {
  return (
    typeof navigator !== "undefined" && navigator.onLine === false && /import|fetch|load/i.test(error.message)
  );
}
