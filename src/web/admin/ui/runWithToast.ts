import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { success, toast } from "./notify.tsx";
import { uiMessages } from "./uiMessages.ts";

/** Runs a task and shows the success message, or why it failed; returns whether it succeeded. */
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
