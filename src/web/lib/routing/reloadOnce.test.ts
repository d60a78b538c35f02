// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadOnce } from "./reloadOnce.ts";

const reload = vi.fn();
beforeEach(() => {
  window.localStorage.clear();
  reload.mockClear();
  vi.spyOn(window.location, "reload").mockImplementation(reload);
});
afterEach(() => vi.restoreAllMocks());

test("reloads the document once for a missing chunk, without a loop", () => {
  expect([reloadOnce(), reloadOnce()]).toEqual([true, false]);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("reloads nothing without a network, because the page would be lost", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(reloadOnce()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
