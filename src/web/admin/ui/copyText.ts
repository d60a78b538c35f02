import { success, toast } from "./notify.tsx";
import { uiMessages } from "./uiMessages.ts";

/** Copies a text to the clipboard and shows whether that worked. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    success(uiMessages.copied);
  } catch {
    // An insecure page has no clipboard: visible text can be selected and copied by hand.
    toast(uiMessages.copyFailed);
  }
}
