// @ts-check
// Worker process that unpacks Excel workbooks: a few kilobytes may hold billions of cells, which exhaust only the
// memory of this process. Plain JavaScript, because it runs unbuilt, whether the server runs from its sources or from
// the build.
import readXlsxFile from "read-excel-file/node";

/** @typedef {import("./WorkbookReader.ts").WorkbookJob} WorkbookJob */
/** @typedef {import("./WorkbookReader.ts").WorkbookResult} WorkbookResult */

/**
 * A time without a date is one of the day before spreadsheets begin to count.
 * @param {unknown} value
 */
function toText(value) {
  if (value === null || value === undefined) return "";
  if (value instanceof Date)
    return value.getUTCFullYear() < 1900
      ? value.toISOString().slice(11, 16)
      : value.toISOString().slice(0, 10);
  if (typeof value === "boolean") return value ? "是" : "否";
  // Excel computes with 17 digits and shows 15: 19*1.1 is 20.900000000000002 in the file and 20.9 in the cell.
  if (typeof value === "number") return String(Number(value.toPrecision(15)));
  return String(value);
}

/**
 * Returns the limit that a table exceeds.
 * @param {readonly unknown[][]} data
 * @param {WorkbookJob["rowLimits"]} rowLimits
 */
function findExceeded(data, rowLimits) {
  const found = new Set(data[0]?.map((header) => toText(header).trim()));
  const limit = rowLimits.find(({ headers }) => headers.every((header) => found.has(header)));
  return limit !== undefined && data.length - 1 > limit.maxRows ? limit : undefined;
}

/**
 * @param {WorkbookJob} job
 * @returns {Promise<WorkbookResult>}
 */
async function readWorkbook({ bytes, maxRows, maxColumns, rowLimits }) {
  const sheets = await readXlsxFile(Buffer.from(bytes)).catch(() => null);
  if (sheets === null) return { refused: "unreadable" };
  for (const { data } of sheets) {
    const limit = findExceeded(data, rowLimits);
    if (limit !== undefined) return { refused: "too_many_rows", limit };
  }
  const isTooLarge = sheets.some(({ data }) => data.length > maxRows || (data[0]?.length ?? 0) > maxColumns);
  if (isTooLarge) return { refused: "too_large" };
  return {
    sheets: sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(toText)) })),
  };
}

// Signals reach the whole process group: the server still finishes its requests, and ends this process
// itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", async (/** @type {WorkbookJob} */ job) => {
  try {
    process.send?.({ result: await readWorkbook(job) });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
