import { type RefObject, useEffect } from "react";

const minKeyboardHeightPx = 100;
/** Smaller than a deliberate gesture: above it the customer has zoomed the page. */
const zoomThreshold = 1.02;

/**
 * Keeps a full-screen page above the keyboard. Where the keyboard overlays the page (iOS, newer Androids) the
 * page takes the size and position of the visual viewport; `data-keyboard` marks it while the keyboard is
 * open.
 */
export function useVisualViewport(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const element = page.current;
    if (!viewport || element === null) return;
    let maxHeight = viewport.height;
    let width = viewport.width;
    const update = () => {
      if (viewport.scale > zoomThreshold) return;
      maxHeight = viewport.width === width ? Math.max(maxHeight, viewport.height) : viewport.height;
      width = viewport.width;
      const isKeyboardOpen = maxHeight - viewport.height > minKeyboardHeightPx;
      element.toggleAttribute("data-keyboard", isKeyboardOpen);
      element.style.top = isKeyboardOpen ? `${viewport.offsetTop}px` : "";
      element.style.height = isKeyboardOpen ? `${viewport.height}px` : "";
    };
    viewport.addEventListener("resize", update);
    viewport.addEventListener("scroll", update);
    return () => {
      viewport.removeEventListener("resize", update);
      viewport.removeEventListener("scroll", update);
    };
  }, [page]);
}
