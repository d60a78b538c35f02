import { ApiError } from "./api/ApiError.ts";

/** Errors that say by their name what happened: given up, refused by the customer, or no picture. */
const expectedNames = new Set(["AbortError", "PositionError", "UnreadablePicture"]);
/** Refusals that only a fault of ours brings about. */
const ownFaults = new Set(["validation", "method_not_allowed"]);

/**
 * Writes an unexpected failure to the console, for developers. A failure that a page answers anyway (a refusal, no
 * network, given up) is none. It must hold nothing personal: a sentence and the error.
 */
export function logFailure(what: string, error: unknown): void {
  if (isExpected(error)) return;
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the browser's console
  console.error(what, error instanceof Error ? `${error.name}: ${error.message}` : error);
}

/** Whether a failure is part of ordinary use: pages show it with a way on. */
export function isExpected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (expectedNames.has(error.name)) return true;
  if (!(error instanceof ApiError)) return isRefusedByDevice(error) || isUnreachableCode(error);
  if (error.failure === "offline" || error.failure === "timeout") return true;
  return error.status >= 400 && error.status < 500 && !ownFaults.has(error.failure);
}

/** WeChat, or the customer in it, said no; only "failed" leaves the reason open. */
function isRefusedByDevice(error: Error): boolean {
  return error.name === "BridgeError" && "reason" in error && error.reason !== "failed";
}

/** Code that is fetched while the network is away. */
function isUnreachableCode(error: Error): boolean {
  return (
    typeof navigator !== "undefined" && navigator.onLine === false && /import|fetch|load/i.test(error.message)
  );
}
