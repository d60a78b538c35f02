import { useEffect } from "react";
import { useSelection } from "./useSelection.ts";

/** Esc closes what is open, the uppermost first: what lies over the thread, then the field, then the thread. */
export function useEscapeKey(closeOverlay: (() => void) | null): void {
  const { choose } = useSelection();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      // A question or a picture in full takes the key for itself.
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
