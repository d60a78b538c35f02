import type { Environment } from "./environment.ts";

const keyboardMinPx = 100;
const settleMs = 100;

/** Bears with the keyboard of phones; returns how to stop. */
export function watchKeyboard({ platform }: Pick<Environment, "platform">): () => void {
  const stops = [markTyping(platform === "android")];
  if (platform === "ios") stops.push(settleAfterKeyboard());
  return () => {
    for (const stop of stops) stop();
  };
}

/** WeChat on iOS leaves the page pushed up when the keyboard goes; a nudge lets it fall back. */
function settleAfterKeyboard(): () => void {
  const settle = () => {
    setTimeout(() => {
      if (isTextField(document.activeElement)) return;
      window.scrollTo(window.scrollX, Math.max(window.scrollY - 1, 0));
    }, settleMs);
  };
  document.addEventListener("focusout", settle);
  return () => document.removeEventListener("focusout", settle);
}

/**
 * Marks the document with `data-typing` while the keyboard is up, so that bars fixed to the bottom can make room.
 * The height tells, because Android's back key closes the keyboard and leaves the focus where it is.
 */
function markTyping(centersField: boolean): () => void {
  const view = window.visualViewport;
  if (!view) return () => undefined;
  let width = view.width;
  let tallest = view.height;
  const measure = () => {
    tallest = view.width === width ? Math.max(tallest, view.height) : view.height;
    width = view.width;
    const field = document.activeElement;
    const isTyping = isTextField(field) && tallest - view.height > keyboardMinPx;
    const wasTyping = "typing" in document.documentElement.dataset;
    if (isTyping === wasTyping) return;
    if (!isTyping) delete document.documentElement.dataset.typing;
    else document.documentElement.dataset.typing = "";
    if (isTyping && centersField) field?.scrollIntoView({ block: "center" });
  };
  view.addEventListener("resize", measure);
  return () => view.removeEventListener("resize", measure);
}

function isTextField(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && !/^(radio|checkbox|button|submit|file)$/.test(element.type);
}
