// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fixKeyboardScroll } from "./fixKeyboardScroll.ts";

class FakeView extends EventTarget {
  width = 390;
  height = 700;

  show(height: number, width = this.width): void {
    this.height = height;
    this.width = width;
    this.dispatchEvent(new Event("resize"));
  }
}

let view: FakeView;
let stop: () => void;
let field: HTMLTextAreaElement;
const isTyping = () => "typing" in document.documentElement.dataset;

beforeEach(() => {
  vi.useFakeTimers();
  view = new FakeView();
  vi.stubGlobal("visualViewport", view);
  field = document.createElement("textarea");
  document.body.append(field);
});
afterEach(() => {
  stop?.();
  document.body.replaceChildren();
  delete document.documentElement.dataset.typing;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("marks the document while the keyboard is up, also when Android's back key closes it", () => {
  field.scrollIntoView = vi.fn();
  stop = fixKeyboardScroll({ platform: "android" });
  field.focus();
  expect(isTyping()).toBe(false);
  view.show(400);
  expect(isTyping()).toBe(true);
  expect(field.scrollIntoView).toHaveBeenCalledWith({ block: "center" });
  view.show(700);
  expect([isTyping(), document.activeElement === field]).toEqual([false, true]);
});

test("small changes, rotating the phone, and no focused field do not count as a keyboard", () => {
  stop = fixKeyboardScroll({ platform: "harmony" });
  view.show(400);
  expect(isTyping()).toBe(false);
  view.show(700);
  field.focus();
  view.show(640);
  expect(isTyping()).toBe(false);
  view.show(390, 700);
  expect(isTyping()).toBe(false);
});

test("iOS: restores the page after the keyboard closes, and not while focus moves to the next field", () => {
  const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  stop = fixKeyboardScroll({ platform: "ios" });
  const next = document.createElement("input");
  document.body.append(next);
  field.focus();
  next.focus();
  vi.advanceTimersByTime(200);
  expect(scroll).not.toHaveBeenCalled();
  next.blur();
  vi.advanceTimersByTime(200);
  expect(scroll).toHaveBeenCalledWith(0, 0);
});
