// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { blockPageScroll } from "./blockPageScroll.ts";

let scroller: HTMLElement;
let text: HTMLElement;
let head: HTMLElement;
let unblock: () => void;

/** Moves fingers that touch an element; returns whether the page was kept from scrolling. */
function move(element: HTMLElement, { right = 0, down = 0, fingers = 1 }): boolean {
  const touchAt = (clientX: number, clientY: number) => {
    const touch = { clientX, clientY, identifier: 0, target: element } as unknown as Touch;
    return { touches: Array.from({ length: fingers }, () => touch), bubbles: true, cancelable: true };
  };
  element.dispatchEvent(new TouchEvent("touchstart", touchAt(100, 100)));
  return !element.dispatchEvent(new TouchEvent("touchmove", touchAt(100 + right, 100 + down)));
}

/** Lays the list out: 300 px of 900 are seen, from `scrollTop` on. */
function layOut(scrollTop: number): void {
  for (const [name, value] of Object.entries({ scrollTop, scrollHeight: 900, clientHeight: 300 }))
    Object.defineProperty(scroller, name, { configurable: true, value });
}

beforeEach(() => {
  document.body.innerHTML = `<main>page</main>
    <div><h2>title</h2><div id="list" style="overflow-y: auto"><p>text</p></div></div>`;
  const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement;
  [scroller, text, head] = [find("#list"), find("p"), find("h2")];
  unblock = blockPageScroll();
});

afterEach(() => unblock());

test.each([
  ["the list's beginning", 0, 1, true],
  ["the list's beginning", 0, -1, false],
  ["its middle", 200, 1, false],
  ["its middle", 200, -1, false],
  ["its end", 600, 1, false],
  ["its end", 600, -1, true],
  ["half a pixel before its end", 599.5, -1, true],
])("at %s (%d px) a finger that moves by %d px is held: %s", (_place, scrollTop, down, isHeld) => {
  layOut(scrollTop);
  expect(move(text, { down })).toBe(isHeld);
});

test("what cannot scroll holds the page in both directions", () => {
  layOut(200);
  expect([move(head, { down: 5 }), move(head, { down: -5 })]).toEqual([true, true]);
});

test("swiping sideways and zooming stay possible", () => {
  layOut(0);
  expect(move(text, { right: 9, down: 8 })).toBe(false);
  expect(move(head, { down: 30, fingers: 2 })).toBe(false);
});

test("afterwards the page scrolls again", () => {
  unblock();
  expect(move(head, { down: 5 })).toBe(false);
});
