import { expect, test } from "vitest";
import { parseLongSheet, textCell } from "./catalogue-sheet.rules.ts";

const columns = { code: ["编号", textCell] as const };

test("reading a long sheet lets other work have its turn many times", async () => {
  const rows = [["编号"], ...Array.from({ length: 5_000 }, (_, n) => [`C${n}`])];
  let turns = 0;
  let isReading = true;
  const takeTurn = () => {
    turns += 1;
    if (isReading) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const problems: never[] = [];
  const parsed = await parseLongSheet({ name: "表", rows }, columns, problems);
  isReading = false;
  expect(turns).toBeGreaterThan(10);
  expect(problems).toEqual([]);
  expect(parsed?.rows).toHaveLength(5_000);
  expect(parsed?.rows.at(-1)).toEqual({ row: 5_001, values: { code: "C4999" } });
});

test("a column that a long sheet lacks is told once", async () => {
  const rows = [["别的"], ...Array.from({ length: 1_000 }, () => ["甲"])];
  const problems: never[] = [];
  expect(await parseLongSheet({ name: "表", rows }, columns, problems)).toBeNull();
  expect(problems).toEqual([{ sheet: "表", row: 1, column: "编号", problem: "缺少这一列" }]);
});
