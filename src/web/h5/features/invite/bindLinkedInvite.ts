import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { success, toast } from "#web/shared/notify.ts";
import { remove, storageKeys } from "#web/shared/storage.ts";
import { readVisit, visitKeys, writeVisit } from "#web/shared/visitStorage.ts";
import { readInviteCode } from "../../inviteCode.ts";
import { inviteMessages } from "../../inviteMessages.ts";

const words = inviteMessages.linked;

/**
 * Binds the invite of a link that a logged-in customer opened, once in a visit, and says that it is bound or why it
 * cannot be. An invite that the server did not decide on stays for the next page. Never rejects.
 */
export async function bindLinkedInvite(api: Pick<ApiClient, "call">): Promise<void> {
  const code = readInviteCode();
  if (code === "") return;
  // The address still has it when the page is loaded anew.
  if (readVisit(visitKeys.linkedInvite) === code) return remove(storageKeys.inviteCode);
  try {
    await api.call(inviteEndpoints.bind, { body: { invite_code: code } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure !== "invite_invalid") {
      logFailure("binding the invite of a link failed", error);
      return;
    }
    settle(code);
    toast(refusalText(error));
    return;
  }
  settle(code);
  success(words.bound);
}

function settle(code: string): void {
  writeVisit(visitKeys.linkedInvite, code);
  remove(storageKeys.inviteCode);
}

function refusalText({ data: { reason }, message }: ApiError): string {
  return typeof reason === "string" && reason in words.refusals
    ? words.refusals[reason as keyof typeof words.refusals]
    : message;
}
