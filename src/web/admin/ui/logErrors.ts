import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";

/** Awaits a task whose failure its store holds for the page; logs the failure for developers. */
export async function logErrors(context: string, promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch (error) {
    if (!isAbortError(error)) logError(context, error);
  }
}
