import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { FastifyReply } from "fastify";
import { formatYuanDecimal } from "#contract/money.ts";
import { ruleBroken } from "../http/AppError.ts";
import { byteOrderMark, neutralizeFormula } from "./formula.ts";

/** A cell: a text, a count, or an amount. */
export type Cell = string | number | { fen: number };

/** Rows of a file, which come in batches. */
export type RowBatches = AsyncIterable<Cell[][]>;

/**
 * Rows that a workbook holds at most: it is made as a whole, while the process answers nothing else. A CSV file has no
 * limit.
 */
export const workbookRowsMax = 10_000;

/** Characters of a workbook's cell at most (Excel's specifications and limits). */
const cellTextMax = 32_767;

/** Formats batches of rows as a CSV file in UTF-8; texts that spreadsheets would run as formulas are made texts. */
export async function* formatCsv(batches: RowBatches): AsyncGenerator<string> {
  yield byteOrderMark;
  for await (const rows of batches) yield stringify(rows.map((row) => row.map(formatCell)));
}

function formatCell(cell: Cell): string {
  if (typeof cell === "string") return neutralizeFormula(cell);
  return typeof cell === "number" ? String(cell) : formatYuanDecimal(cell.fen);
}

/** Writes a workbook in which counts and amounts are numbers. Throws "rule_broken" for too many rows. */
export async function writeTableWorkbook(name: string, batches: RowBatches): Promise<Buffer> {
  const data: ReturnType<typeof toWorkbookCell>[][] = [];
  for await (const rows of batches) {
    data.push(...rows.map((row) => row.map(toWorkbookCell)));
    // The first row has the heads.
    if (data.length > workbookRowsMax + 1) throw ruleBroken("超过 1 万行，请导出 CSV", "format");
  }
  // Loaded with the first export, so that the server's start need not wait for it.
  const { default: writeXlsxFile } = await import("write-excel-file/node");
  return await writeXlsxFile([{ sheet: name, data }]).toBuffer();
}

function toWorkbookCell(cell: Cell) {
  if (typeof cell === "string") return { value: shorten(cell), type: String, format: "@" };
  if (typeof cell === "number") return { value: cell, type: Number, format: "0" };
  return { value: cell.fen / 100, type: Number, format: "0.00" };
}

/** Excel calls a workbook damaged that has a longer text; a CSV file has all of it. */
function shorten(text: string): string {
  return text.length <= cellTextMax ? text : `${text.slice(0, cellTextMax - 1)}…`;
}

/** Formats of files with a table, and their content types. */
export const tableFormats = ["csv", "xlsx"] as const;
export type TableFormat = (typeof tableFormats)[number];
const types: Record<TableFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Returns a CSV file as a stream, or a workbook. Throws "rule_broken" for too many rows of a workbook. */
export async function openTableFile(
  name: string,
  format: TableFormat,
  rows: RowBatches,
): Promise<Readable | Buffer> {
  return format === "csv" ? Readable.from(formatCsv(rows)) : await writeTableWorkbook(name, rows);
}

/** Sends a file to be saved under a name without its format. */
export function sendTableFile(
  reply: FastifyReply,
  { name, format, content }: { name: string; format: TableFormat; content: Readable | Buffer },
): FastifyReply {
  return reply
    .headers({
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="${name}.${format}"`,
    })
    .type(types[format])
    .send(content);
}
