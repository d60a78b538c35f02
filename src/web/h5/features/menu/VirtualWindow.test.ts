import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { VirtualWindow } from "./VirtualWindow.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = { from: 0, to: 1 };

function open(last: number) {
  const chunks = new VirtualWindow(start);
  const seen: string[] = [];
  const leave = chunks.subscribe(() => seen.push(`${chunks.range.from}-${chunks.range.to}`));
  chunks.setVisible(start, last);
  return { chunks, seen, leave };
}

it("renders what follows one by one when idle", async () => {
  const { seen } = open(4);
  expect(seen).toEqual([]);
  await vi.advanceTimersToNextTimerAsync();
  expect(seen).toEqual(["0-2"]);
  await vi.runAllTimersAsync();
  expect(seen).toEqual(["0-2", "0-3", "0-4"]);
});

it("renders visible chunks at once, and none twice", async () => {
  const { chunks, seen } = open(6);
  chunks.setVisible({ from: 1, to: 3 }, 6);
  chunks.setVisible({ from: 1, to: 3 }, 6);
  expect(seen).toEqual(["0-3"]);
  chunks.setVisible({ from: 6, to: 6 }, 6);
  expect(seen).toEqual(["0-3", "6-6"]);
  await vi.runAllTimersAsync();
  expect(chunks.range).toEqual({ from: 0, to: 6 });
});

it("skips distant chunks until they come near, and drops those left behind", async () => {
  const { chunks } = open(600);
  await vi.runAllTimersAsync();
  expect(chunks.range.from).toBe(0);
  expect(chunks.range.to).toBeLessThan(12);
  for (let at = 0; at <= 300; at++) chunks.setVisible({ from: at, to: at + 1 }, 600);
  expect(chunks.range).toEqual({ from: 0, to: 301 });
  await vi.runAllTimersAsync();
  expect(chunks.range.from).toBeGreaterThan(280);
  expect(chunks.range.to - chunks.range.from).toBeLessThan(26);
});

it("shrinks with a list that has become shorter", () => {
  const { chunks } = open(6);
  chunks.setVisible({ from: 0, to: 6 }, 6);
  chunks.setVisible({ from: 0, to: 1 }, 2);
  expect(chunks.range).toEqual({ from: 0, to: 2 });
});

it("stops when the list is unmounted, and notifies no unsubscribed listener", async () => {
  const { chunks, seen, leave } = open(9);
  await vi.advanceTimersToNextTimerAsync();
  leave();
  await vi.advanceTimersToNextTimerAsync();
  expect(seen).toEqual(["0-2"]);
  expect(chunks.range.to).toBe(3);
  chunks.stop();
  await vi.runAllTimersAsync();
  expect(chunks.range.to).toBe(3);
});
