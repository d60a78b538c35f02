import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { readSessionItem, sessionKeys, writeSessionItem } from "#web/lib/storage/sessionStorage.ts";
import { removeItem, storageKeys } from "#web/lib/storage/storage.ts";
import { success, toast } from "#web/ui/notify.ts";
import { readInviteCode } from "./inviteCode.ts";
import { inviteMessages } from "./messages.ts";

const messages = inviteMessages.linked;

/**
 * Binds the invite of a link that a logged-in customer opened, once per visit, and shows the success or the
 * reason of a refusal. An invite without the server's decision stays for the next page. Never rejects.
 */
export async function bindLinkedInvite(api: Pick<ApiClient, "call">): Promise<void> {
  const code = readInviteCode();
  if (code === "") return;
  // The URL still has it when the page is reloaded.
  if (readSessionItem(sessionKeys.linkedInvite) === code) return removeItem(storageKeys.inviteCode);
  try {
    await api.call(inviteEndpoints.bind, { body: { invite_code: code } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "invite_invalid") {
      logError("binding the invite of a link failed", error);
      return;
    }
    markHandled(code);
    toast(formatRefusal(error));
    return;
  }
  markHandled(code);
  success(messages.bound);
}

function markHandled(code: string): void {
  writeSessionItem(sessionKeys.linkedInvite, code);
  removeItem(storageKeys.inviteCode);
}

function formatRefusal({ data: { reason }, message }: ApiError): string {
  return typeof reason === "string" && reason in messages.refusals
    ? messages.refusals[reason as keyof typeof messages.refusals]
    : message;
}
