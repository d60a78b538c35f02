import { logError } from "#web/lib/logError.ts";

/** Awaits a task whose failure its store holds for the page; logs an unexpected failure for developers. */
export function logErrors(context: string, task: Promise<unknown>): Promise<void> {
  return task.then(
    () => undefined,
    (error: unknown) => logError(context, error),
  );
}
