import { isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { success, toast } from "#web/shared/notify.ts";
import { partMessages } from "../partMessages.ts";

/** Does what was asked for and says so, or why it could not be done; true when it was. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    toast(messageOf(error, partMessages.actFailed));
    return false;
  }
  if (done !== undefined) success(done);
  return true;
}

/** Fetches something whose failure its store keeps and shows. */
export function fetchFor(work: () => Promise<unknown>): void {
  work().catch((error: unknown) => {
    if (!isAborted(error)) logFailure("loading for a staff page failed", error);
  });
}
