import { expect, test } from "vitest";
import { parseFen, parseWholeNumber } from "./parseNumbers.ts";

test("whole numbers stay within their bounds", () => {
  expect(["1", " 30 ", "3650"].map((text) => parseWholeNumber(text, 3650))).toEqual([1, 30, 3650]);
  for (const wrong of ["", "0", "-1", "1.5", "3651", "ten", "1e3"])
    expect(parseWholeNumber(wrong, 3650)).toBeNull();
});

test("yuan become fen exactly", () => {
  expect(["100", "0.01", "19.9", "33.05", "10000"].map((text) => parseFen(text, 1_000_000))).toEqual([
    10_000, 1, 1_990, 3_305, 1_000_000,
  ]);
  for (const wrong of ["", "0", "0.00", "1.234", "10000.01", "-5", "1,000"])
    expect(parseFen(wrong, 1_000_000)).toBeNull();
});
