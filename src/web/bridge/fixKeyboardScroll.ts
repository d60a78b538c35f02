import type { Environment } from "./environment.ts";

const keyboardMinPx = 100;
const settleDelayMs = 100;

/** Fixes layout problems of the phone's keyboard; returns the cleanup function. */
export function fixKeyboardScroll({ platform }: Pick<Environment, "platform">): () => void {
  const cleanups = [trackKeyboard(platform === "android")];
  if (platform === "ios") cleanups.push(restoreScrollAfterKeyboard());
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}

/** WeChat on iOS leaves the page shifted up after the keyboard closes; a tiny scroll resets it. */
function restoreScrollAfterKeyboard(): () => void {
  const restoreScroll = () => {
    setTimeout(() => {
      if (isTextField(document.activeElement)) return;
      window.scrollTo(window.scrollX, Math.max(window.scrollY - 1, 0));
    }, settleDelayMs);
  };
  document.addEventListener("focusout", restoreScroll);
  return () => document.removeEventListener("focusout", restoreScroll);
}

/**
 * Marks the document with `data-typing` while the keyboard is up, so that bars fixed to the bottom can make
 * room. Detected by the height, because Android's back key closes the keyboard without moving the focus.
 */
function trackKeyboard(centersField: boolean): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => undefined;
  let width = viewport.width;
  let maxHeight = viewport.height;
  const onResize = () => {
    maxHeight = viewport.width === width ? Math.max(maxHeight, viewport.height) : viewport.height;
    width = viewport.width;
    const field = document.activeElement;
    const isTyping = isTextField(field) && maxHeight - viewport.height > keyboardMinPx;
    const wasTyping = "typing" in document.documentElement.dataset;
    if (isTyping === wasTyping) return;
    if (!isTyping) delete document.documentElement.dataset.typing;
    else document.documentElement.dataset.typing = "";
    if (isTyping && centersField) field?.scrollIntoView({ block: "center" });
  };
  viewport.addEventListener("resize", onResize);
  return () => viewport.removeEventListener("resize", onResize);
}

function isTextField(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && !/^(radio|checkbox|button|submit|file)$/.test(element.type);
}
