import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";

/** Waits for work whose failure stays in its store, where the page shows it; developers are told what it was. */
export async function quietly(what: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isAborted(error)) logFailure(what, error);
  }
}
