import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";

/** Waits for work whose failure stays in its store, where the page shows it; developers are told what it was. */
export async function logErrors(context: string, promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch (error) {
    if (!isAbortError(error)) logError(context, error);
  }
}
