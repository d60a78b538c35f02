import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { success, toast } from "#web/ui/notify.ts";
import { uiMessages } from "./uiMessages.ts";

/** Does what was asked for and says so, or why it could not be done; true when it was. */
export async function runWithToast(task: () => Promise<unknown>, successMessage?: string): Promise<boolean> {
  try {
    await task();
  } catch (error) {
    toast(toErrorMessage(error, uiMessages.actFailed));
    return false;
  }
  if (successMessage !== undefined) success(successMessage);
  return true;
}

/** Fetches something whose failure its store keeps and shows. */
export function startLoading(task: () => Promise<unknown>): void {
  task().catch((error: unknown) => {
    if (!isAbortError(error)) logError("loading for a staff page failed", error);
  });
}
