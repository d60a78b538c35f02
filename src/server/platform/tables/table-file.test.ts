import readXlsxFile from "read-excel-file/node";
import { expect, test } from "vitest";
import { type Cell, formatCsv, writeTableWorkbook } from "./table-file.ts";

async function* batchesOf(...rows: Cell[][]) {
  yield rows;
}

test("a text longer than a workbook's cell is cut off there, and whole in a CSV file", async () => {
  const text = "长".repeat(40_000);
  const workbook = await writeTableWorkbook("表", batchesOf(["文本"], [text]));
  const [sheet] = await readXlsxFile(workbook);
  const cell = String(sheet?.data[1]?.[0]);
  expect(cell).toHaveLength(32_767);
  expect(cell.endsWith("长…")).toBe(true);
  const file: string[] = [];
  for await (const part of formatCsv(batchesOf([text]))) file.push(part);
  expect(file.join("")).toContain(text);
});
