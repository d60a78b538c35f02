import { useEffect } from "react";
import { useSelection } from "./useSelection.ts";

/**
 * Closes the topmost open element on Esc: the overlay over the conversation, then the field, then the
 * conversation.
 */
export function useEscapeKey(closeOverlay: (() => void) | null): void {
  const { choose } = useSelection();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      // An open dialog or full-size image handles the key itself.
      if (document.querySelector("[role=dialog]") !== null) return;
      const field = document.activeElement;
      if (closeOverlay !== null) closeOverlay();
      else if (field instanceof HTMLElement && field.matches("input,textarea,select")) field.blur();
      else choose("");
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [closeOverlay, choose]);
}
