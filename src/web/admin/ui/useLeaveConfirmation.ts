import { useEffect } from "react";
import { confirm } from "./notify.tsx";
import { uiMessages } from "./uiMessages.ts";

/** Links within this tab, and buttons that lead to another page. */
const waysOut = "a[href]:not([target], [download]), [data-leaves-page]";

let typedForms = 0;
let stopAsking: () => void = () => undefined;

/**
 * Asks before the page is left while something typed into it is not saved: by a link, a button marked
 * `data-leaves-page`, Back, or closing the tab. Several forms of a page ask once.
 */
export function useLeaveConfirmation(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return;
    typedForms += 1;
    if (typedForms === 1) stopAsking = startAsking();
    return () => {
      typedForms -= 1;
      if (typedForms === 0) stopAsking();
    };
  }, [isTyped]);
}

/**
 * Asks whether what was typed may be dropped. Resolves when the answered question has left the history, so that the page can
 * be left or replaced.
 */
export async function confirmDrop(): Promise<boolean> {
  const isAgreed = await confirm(uiMessages.dropForm);
  if (isAgreed) await nextPopState();
  return isAgreed;
}

/** Begins to ask; returns what ends it. */
function startAsking(): () => void {
  let { pathname } = window.location;
  let index = readIndex();
  // Stays true until the page is gone, which takes as long as the next one's code needs, or is typed into again.
  let isAgreed = false;
  const onClick = async (event: MouseEvent) => {
    const wayOut = event.target instanceof Element ? event.target.closest<HTMLElement>(waysOut) : null;
    const opensTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (wayOut === null || opensTab || isAgreed) return;
    if (wayOut instanceof HTMLAnchorElement && wayOut.href === window.location.href) return;
    event.preventDefault();
    event.stopPropagation();
    if (!(await confirmDrop())) return;
    isAgreed = true;
    wayOut.click();
  };
  const onPopState = async (event: PopStateEvent) => {
    const steps = readIndex() - index;
    if (isAgreed || steps === 0 || window.location.pathname === pathname) return;
    // Before the router hears of it, the page is returned to, and asks there.
    event.stopImmediatePropagation();
    window.history.go(-steps);
    await nextPopState();
    if (!(await confirmDrop())) return;
    isAgreed = true;
    window.history.go(steps);
  };
  const onInput = () => {
    if (!isAgreed) return;
    isAgreed = false;
    ({ pathname } = window.location);
    index = readIndex();
  };
  const onUnload = (event: BeforeUnloadEvent) => {
    if (isAgreed) return;
    event.preventDefault();
    // Before Chromium 119.
    event.returnValue = true;
  };
  document.addEventListener("click", onClick, { capture: true });
  document.addEventListener("input", onInput, { capture: true });
  window.addEventListener("popstate", onPopState, { capture: true });
  window.addEventListener("beforeunload", onUnload);
  return () => {
    document.removeEventListener("click", onClick, { capture: true });
    document.removeEventListener("input", onInput, { capture: true });
    window.removeEventListener("popstate", onPopState, { capture: true });
    window.removeEventListener("beforeunload", onUnload);
  };
}

/** Reads the place that the router gave to the current entry of the history. */
function readIndex(): number {
  return Number(window.history.state?.idx ?? 0);
}

function nextPopState(): Promise<unknown> {
  return new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
}
