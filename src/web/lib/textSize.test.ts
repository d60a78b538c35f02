// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyTextSize, isElderMode, setElderMode } from "./textSize.ts";

const { documentElement: root } = document;

/** Plays a browser whose system has this size of body text; null for one that does not know the font. */
function playBrowser(userAgent: string, bodyTextPx: number | null): void {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
  vi.spyOn(document, "createElement").mockImplementation(() => {
    const style = {};
    Object.defineProperty(style, "font", {
      get: () => (bodyTextPx === null ? "" : "-apple-system-body"),
      set: () => undefined,
    });
    const element = document.createElementNS("http://www.w3.org/1999/xhtml", "i");
    Object.defineProperty(element, "style", { value: style });
    return element as HTMLElement;
  });
  vi.stubGlobal("getComputedStyle", () => ({ fontSize: `${bodyTextPx ?? 16}px` }));
}

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const safari = `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`;

beforeEach(() => {
  window.localStorage.clear();
  root.removeAttribute("style");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("elder mode is kept on the device and marks the document", () => {
  setElderMode(true);
  expect([isElderMode(), root.hasAttribute("data-elder"), window.localStorage.getItem("elder_mode")]).toEqual(
    [true, true, "1"],
  );
  setElderMode(false);
  expect([isElderMode(), root.hasAttribute("data-elder"), window.localStorage.length]).toEqual([
    false,
    false,
    0,
  ]);
});

test.each([
  ["the system's size", safari, 21.25, "1.25"],
  ["at most twice the size", safari, 53, "2"],
  ["nothing where the font is unknown", safari, null, ""],
  [
    "nothing in an app, which enlarges text itself",
    `${iphone} Mobile/15E148 MicroMessenger/8.0.60`,
    21.25,
    "",
  ],
  ["nothing on Android", "Mozilla/5.0 (Linux; Android 14) Chrome/138 Mobile Safari/537.36", 21.25, ""],
])("a document takes over %s", (_what, userAgent, bodyTextPx, scale) => {
  playBrowser(userAgent, bodyTextPx);
  applyTextSize();
  expect(root.style.getPropertyValue("--text-scale")).toBe(scale);
});
