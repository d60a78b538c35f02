import { useCallback } from "react";
import { success, toast } from "#web/ui/notify.ts";

interface CopyMessages {
  copied: string;
  copyFailed: string;
}

/** Returns a function that copies a text and shows a toast with the result. */
export function useCopyToClipboard({ copied, copyFailed }: CopyMessages): (text: string) => Promise<void> {
  return useCallback(
    async (text) => {
      try {
        await navigator.clipboard.writeText(text);
        success(copied);
      } catch {
        // Webviews without clipboard and insecure pages: the text can be selected and copied by hand.
        toast(copyFailed);
      }
    },
    [copied, copyFailed],
  );
}
