// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenPaused } from "./whenPaused.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each(["pointerdown", "scroll", "keydown"])("waits for a pause after %s", (name) => {
  const work = vi.fn();
  whenPaused(1_000, work);
  vi.advanceTimersByTime(999);
  document.body.dispatchEvent(new Event(name));
  vi.advanceTimersByTime(999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
});

test("runs the work once, whatever comes after it", () => {
  const work = vi.fn();
  whenPaused(1_000, work);
  vi.advanceTimersByTime(1_000);
  document.body.dispatchEvent(new Event("pointerdown"));
  vi.advanceTimersByTime(5_000);
  expect(work).toHaveBeenCalledOnce();
});

test("does not run what is cancelled", () => {
  const work = vi.fn();
  const cancel = whenPaused(1_000, work);
  cancel();
  document.body.dispatchEvent(new Event("pointerdown"));
  vi.advanceTimersByTime(5_000);
  expect(work).not.toHaveBeenCalled();
});
