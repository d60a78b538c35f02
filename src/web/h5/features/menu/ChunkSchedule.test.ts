import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ChunkSchedule } from "./ChunkSchedule.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function make(count: number) {
  const schedule = new ChunkSchedule();
  const made: [number, boolean][] = [];
  const removers = Array.from({ length: count }, (_, order) =>
    schedule.add(order, (isUrgent) => void made.push([order, isUrgent])),
  );
  return { schedule, made, removers };
}

it("makes chunks one by one in their order when nothing else is to do", async () => {
  const { made } = make(3);
  expect(made).toEqual([]);
  await vi.advanceTimersToNextTimerAsync();
  expect(made).toEqual([[0, false]]);
  await vi.runAllTimersAsync();
  expect(made.map(([order]) => order)).toEqual([0, 1, 2]);
});

it("makes what is about to be seen at once, and never twice", async () => {
  const { schedule, made } = make(3);
  schedule.want([2, 7]);
  schedule.want([2]);
  expect(made).toEqual([[2, true]]);
  await vi.runAllTimersAsync();
  expect(made.map(([order]) => order)).toEqual([2, 0, 1]);
});

it("leaves what is far away until somebody comes near", async () => {
  const { schedule, made } = make(600);
  await vi.runAllTimersAsync();
  expect(made.length).toBeLessThan(60);
  schedule.want([599]);
  expect(made[made.length - 1]).toEqual([599, true]);
});

it("rests when the list goes away, and skips chunks that went", async () => {
  const { schedule, made, removers } = make(3);
  removers[0]?.();
  await vi.advanceTimersToNextTimerAsync();
  expect(made).toEqual([[1, false]]);
  schedule.stop();
  await vi.runAllTimersAsync();
  expect(made).toHaveLength(1);
});
