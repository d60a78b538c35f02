import { expect, test } from "vitest";
import { newRisingId } from "./ids.ts";

test("a rising id comes after all of an earlier time, and differs from others of the same time", () => {
  const start = Date.UTC(2026, 10, 28);
  const ids = Array.from({ length: 1_000 }, (_, nth) => newRisingId("order1", new Date(start + nth * 977)));
  expect([...ids].sort()).toEqual(ids);
  const same = new Set(Array.from({ length: 1_000 }, () => newRisingId("order1", new Date(start))));
  expect(same.size).toBe(1_000);
  for (const id of [...ids, ...same, newRisingId("order1", new Date(0))])
    expect(id).toMatch(/^order1[0-9a-v]{26}$/);
});
