import { expect, test } from "vitest";
import { listDifferences, mergeFields } from "./mergeFields.ts";

test("after a change by another, the own changes stay and the others' are taken over", () => {
  const base = { name: "乙", phone: "0", ends: "22:00", variants: [{ price: "1" }] };
  const typed = { ...base, name: "甲", phone: "1", variants: [{ price: "1" }] };
  const current = { ...base, phone: "2", ends: "23:00", variants: [{ price: "2" }] };
  expect(listDifferences(base, current)).toEqual(["phone", "ends", "variants"]);
  expect(mergeFields(typed, base, current)).toEqual({
    name: "甲",
    phone: "1",
    ends: "23:00",
    variants: [{ price: "2" }],
  });
});
