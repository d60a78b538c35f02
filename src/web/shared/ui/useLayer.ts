import { type RefObject, useEffect, useRef } from "react";
import { LayerHistory } from "./LayerHistory.ts";

let openLayers = 0;
const layerHistory = new LayerHistory(() => window);

/** What a modal layer owes the page: it stands still, focus goes in and comes back, Esc, Tab and the phone's Back behave. */
export function useLayer(panel: RefObject<HTMLElement | null>, open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const element = panel.current;
    if (!open || element === null) return;
    const before = document.activeElement;
    const hear = (event: KeyboardEvent) => {
      if (event.key === "Escape") close.current();
      else if (event.key === "Tab") keepInside(element, event);
    };
    element.focus({ preventScroll: true });
    element.addEventListener("keydown", hear);
    holdPage(1);
    const leave = layerHistory.enter(() => close.current());
    return () => {
      leave();
      element.removeEventListener("keydown", hear);
      holdPage(-1);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [open, panel]);
}

function holdPage(change: 1 | -1): void {
  openLayers += change;
  document.body.style.overflow = openLayers > 0 ? "hidden" : "";
}

function keepInside(element: HTMLElement, event: KeyboardEvent): void {
  const stops = element.querySelectorAll<HTMLElement>("button:not(:disabled),input,textarea,select,a[href]");
  const first = stops[0];
  const last = stops[stops.length - 1];
  if (first === undefined || last === undefined) return;
  const active = document.activeElement;
  if (event.shiftKey && (active === first || active === element)) {
    last.focus();
    event.preventDefault();
  } else if (!event.shiftKey && active === last) {
    first.focus();
    event.preventDefault();
  }
}
