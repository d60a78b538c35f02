import { type RefObject, useEffect } from "react";

const keyboardMinPx = 100;
/** Finer than a finger can mean: beyond it the customer has enlarged the page. */
const enlargedFrom = 1.02;

/**
 * Keeps a page that fills the screen above the keyboard. Where the keyboard lies over the page (iOS, newer Androids) the
 * page takes the size and place of what is seen; `data-keyboard` marks it while the keyboard is up.
 */
export function useVisibleArea(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    const element = page.current;
    if (!view || element === null) return;
    let tallest = view.height;
    let width = view.width;
    const fit = () => {
      if (view.scale > enlargedFrom) return;
      tallest = view.width === width ? Math.max(tallest, view.height) : view.height;
      width = view.width;
      const isUp = tallest - view.height > keyboardMinPx;
      element.toggleAttribute("data-keyboard", isUp);
      element.style.top = isUp ? `${view.offsetTop}px` : "";
      element.style.height = isUp ? `${view.height}px` : "";
    };
    view.addEventListener("resize", fit);
    view.addEventListener("scroll", fit);
    return () => {
      view.removeEventListener("resize", fit);
      view.removeEventListener("scroll", fit);
    };
  }, [page]);
}
