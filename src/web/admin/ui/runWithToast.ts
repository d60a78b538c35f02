import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { success, toast } from "./notify.tsx";
import { uiMessages } from "./uiMessages.ts";

/** Runs a task and shows the success message, or why it failed unless it was cancelled; returns whether it succeeded. */
export async function runWithToast(task: () => Promise<unknown>, successMessage?: string): Promise<boolean> {
  try {
    await task();
  } catch (error) {
    if (isAbortError(error)) return false;
    toast(toErrorMessage(error, uiMessages.actFailed));
    return false;
  }
  if (successMessage !== undefined) success(successMessage);
  return true;
}
