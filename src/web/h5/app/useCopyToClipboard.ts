import { useCallback } from "react";
import { success, toast } from "#web/ui/notify.ts";

interface CopyMessages {
  copied: string;
  copyFailed: string;
}

/** Copies a text and says how that went. */
export function useCopyToClipboard({ copied, copyFailed }: CopyMessages): (text: string) => Promise<void> {
  return useCallback(
    async (text) => {
      try {
        await navigator.clipboard.writeText(text);
        success(copied);
      } catch {
        // Webviews without the clipboard, or a page that is not secure: it can be held and copied by hand.
        toast(copyFailed);
      }
    },
    [copied, copyFailed],
  );
}
