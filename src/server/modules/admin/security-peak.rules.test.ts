import { expect, test } from "vitest";
import { addMs } from "../../platform/time/clock.ts";
import { assessHours, baselineHours, type HourCount, hourMs } from "./security-peak.rules.ts";

const now = new Date("2026-03-02T11:00:00Z");

/** Returns the same count for each of `hours` hours, beginning `from` hours ago. */
function steady(count: number, from: number, hours: number): HourCount[] {
  return Array.from({ length: hours }, (_, nth) => ({
    kind: "wrong_code",
    hour: addMs(now, (nth - from) * hourMs),
    count,
  }));
}

const assess = (counts: HourCount[], count: number) =>
  assessHours([...counts, { kind: "wrong_code", hour: now, count }], now, now)[0];

test.each([
  { name: "quiet days, nineteen", before: [], count: 19, usual: 0, isPeak: false },
  { name: "quiet days, twenty", before: [], count: 20, usual: 0, isPeak: true },
  {
    name: "ten each hour, 49",
    before: steady(10, baselineHours, baselineHours),
    count: 49,
    usual: 10,
    isPeak: false,
  },
  {
    name: "ten each hour, 50",
    before: steady(10, baselineHours, baselineHours),
    count: 50,
    usual: 10,
    isPeak: true,
  },
  { name: "a busy half of the week", before: steady(10, 84, 84), count: 24, usual: 5, isPeak: false },
  { name: "what is older than a week", before: steady(99, 400, 200), count: 20, usual: 0, isPeak: true },
])("an hour is judged by the week before it: $name", ({ before, count, usual, isPeak }) => {
  expect(assess(before, count)).toEqual({ hour: now, count, usual, isPeak });
});

test("lists every hour in between, oldest first", () => {
  const hours = assessHours(steady(3, 1, 1), addMs(now, -23 * hourMs), now);
  expect(hours.map(({ count }) => count)).toEqual([...Array(22).fill(0), 3, 0]);
});
