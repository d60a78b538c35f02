import { isAborted } from "./api/ApiError.ts";

/** Writes a failure where developers look, unless it was wanted. It must hold nothing personal: a sentence and the error. */
export function logFailure(what: string, error: unknown): void {
  if (isAborted(error)) return;
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the browser's console
  console.error(what, error instanceof Error ? `${error.name}: ${error.message}` : error);
}
