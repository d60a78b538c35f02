/** Writes a failure where developers look. It must hold nothing personal: a sentence and the error. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the browser's console
  console.error(what, error instanceof Error ? `${error.name}: ${error.message}` : error);
}
