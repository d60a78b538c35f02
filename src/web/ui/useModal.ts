import { type RefObject, useLayoutEffect, useRef } from "react";
import { ModalHistory } from "./ModalHistory/ModalHistory.ts";

let openModalCount = 0;
const modalHistory = new ModalHistory(() => window);

/**
 * Behaviour of a modal: blocks scrolling of the page, moves the focus in and back, and handles Esc, Tab and
 * the phone's Back.
 */
export function useModal(panelRef: RefObject<HTMLElement | null>, open: boolean, onClose: () => void): void {
  const onCloseRef = useRef(onClose);
  onCloseRef.current = onClose;
  // Before the modal is painted: a key pressed as soon as it is seen must reach it.
  useLayoutEffect(() => {
    const element = panelRef.current;
    if (!open || element === null) return;
    const previousFocus = document.activeElement;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") onCloseRef.current();
      else if (event.key === "Tab") trapFocus(element, event);
    };
    element.focus({ preventScroll: true });
    element.addEventListener("keydown", onKeyDown);
    lockScroll(1);
    const removeEntry = modalHistory.push(() => onCloseRef.current());
    return () => {
      removeEntry();
      element.removeEventListener("keydown", onKeyDown);
      lockScroll(-1);
      if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, [open, panelRef]);
}

function lockScroll(delta: 1 | -1): void {
  openModalCount += delta;
  document.body.style.overflow = openModalCount > 0 ? "hidden" : "";
}

function trapFocus(element: HTMLElement, event: KeyboardEvent): void {
  const focusable = element.querySelectorAll<HTMLElement>(
    "button:not(:disabled),input,textarea,select,a[href]",
  );
  const first = focusable[0];
  const last = focusable[focusable.length - 1];
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
