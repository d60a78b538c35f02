import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { blockPageScroll } from "./blockPageScroll.ts";
import { ModalHistory } from "./ModalHistory/ModalHistory.ts";

let openModalCount = 0;
let unblockPageScroll: (() => void) | null = null;
const modalHistory = new ModalHistory(() => window);

/** Lets the next Back leave the page, if a modal was open when it was reloaded: it would seem to do nothing. */
export function watchStaleModalEntry(): void {
  modalHistory.watchStaleEntry();
}

/**
 * Lets the phone's Back close a modal that handles focus and keys itself; `onClose` returns true if the modal stays
 * open.
 */
export function useModalEntry(open: boolean, onClose: () => unknown): void {
  const onCloseRef = useRef(onClose);
  onCloseRef.current = onClose;
  useLayoutEffect(() => {
    if (open) return modalHistory.push(() => onCloseRef.current());
  }, [open]);
}

/**
 * Behaviour of a modal: blocks scrolling of the page, moves the focus in and back, and handles Esc, Tab and
 * the phone's Back.
 */
export function useModal(panelRef: RefObject<HTMLElement | null>, open: boolean, onClose: () => void): void {
  const onCloseRef = useRef(onClose);
  onCloseRef.current = onClose;
  const previousFocusRef = useRef<Element | null>(null);
  // Before the modal is painted: a key pressed as soon as it is seen must reach it.
  useLayoutEffect(() => {
    const element = panelRef.current;
    if (!open || element === null) return;
    previousFocusRef.current = document.activeElement;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        // The page beneath has its own meaning for Esc.
        event.preventDefault();
        onCloseRef.current();
      } else if (event.key === "Tab") trapFocus(element, event);
    };
    element.focus({ preventScroll: true });
    element.addEventListener("keydown", onKeyDown);
    lockScroll(1);
    const removeEntry = modalHistory.push(() => onCloseRef.current());
    return () => {
      removeEntry();
      element.removeEventListener("keydown", onKeyDown);
      lockScroll(-1);
    };
  }, [open, panelRef]);
  // After the commit: during it React gives the focus back to the element that had it before.
  useEffect(() => {
    const element = panelRef.current;
    if (!open || element === null) return;
    return () => {
      const { activeElement } = document;
      const isFree =
        activeElement === null || activeElement === document.body || element.contains(activeElement);
      const previousFocus = previousFocusRef.current;
      if (isFree && previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, [open, panelRef]);
}

function lockScroll(delta: 1 | -1): void {
  openModalCount += delta;
  document.body.style.overflow = openModalCount > 0 ? "hidden" : "";
  if (openModalCount > 0) unblockPageScroll ??= blockPageScroll();
  else {
    unblockPageScroll?.();
    unblockPageScroll = null;
  }
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
