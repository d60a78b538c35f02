// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

/** Loads the module as a new document does. */
async function load() {
  vi.resetModules();
  return await import("./paymentRedirect.ts");
}

beforeEach(() => {
  window.sessionStorage.clear();
  vi.spyOn(window.location, "replace").mockReturnValue(undefined);
});

test("a page that opens while the document still leaves for the cashier is no return", async () => {
  const leaving = await load();
  leaving.openCashier("o1", "https://pay.test/");
  expect(leaving.consumePaymentReturn("o1")).toBe(false);
  expect((await load()).consumePaymentReturn("o1")).toBe(true);
});

test("a return counts once, and for its own order", async () => {
  (await load()).openCashier("o1", "https://pay.test/");
  const back = await load();
  expect(["o2", "o1", "o1"].map((id) => back.consumePaymentReturn(id))).toEqual([false, true, false]);
});

test("a document restored from the back/forward cache returns too", async () => {
  const stored = await load();
  stored.openCashier("o1", "https://pay.test/");
  expect(stored.consumePaymentReturn("o1", { isTold: true })).toBe(true);
});
