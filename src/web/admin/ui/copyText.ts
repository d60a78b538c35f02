import { success, toast } from "#web/ui/notify.ts";
import { uiMessages } from "./uiMessages.ts";

/** Puts a text where it can be pasted from, and says whether that worked. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    success(uiMessages.copied);
  } catch {
    // A page that is not secure has no clipboard: what is seen can be marked and copied by hand.
    toast(uiMessages.copyFailed);
  }
}
