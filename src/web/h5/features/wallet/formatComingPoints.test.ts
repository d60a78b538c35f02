import { expect, test } from "vitest";
import { formatComingPoints } from "./formatComingPoints.ts";

const now = Date.parse("2026-11-22T10:00:00Z");

test("pending points are shown with their time, or with what they wait for", () => {
  const coming = { points: 50, at: "2026-11-29T10:30:00.000Z" };
  expect(formatComingPoints(coming, now)).toBe("另有50积分，11-29 18:30 起可用");
  expect(formatComingPoints({ points: 50, at: null }, now)).toBe("另有50积分，订单完成后待生效");
});

test("nothing is shown without such points, and no time that has passed", () => {
  expect(formatComingPoints(null, now)).toBe("");
  expect(formatComingPoints(undefined, now)).toBe("");
  expect(formatComingPoints({ points: 50, at: "2026-11-22T10:00:00.000Z" }, now)).toBe("");
});
