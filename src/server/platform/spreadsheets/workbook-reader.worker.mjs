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
  return String(value);
}

/**
 * @param {WorkbookJob} job
 * @returns {Promise<WorkbookResult>}
 */
async function readWorkbook({ bytes, maxRows, maxColumns }) {
  const sheets = await readXlsxFile(Buffer.from(bytes)).catch(() => null);
  if (sheets === null) return { refused: "unreadable" };
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
