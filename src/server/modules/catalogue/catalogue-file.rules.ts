import { Readable } from "node:stream";
import { CsvError, type Options, parse as parseInParts } from "csv-parse";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { AppError } from "../../platform/http/AppError.ts";
import {
  type RowLimit,
  type Sheet,
  tooManyRows,
  type WorkbookReader,
} from "../../platform/spreadsheets/WorkbookReader.ts";
import { byteOrderMark, formulaStart, neutralizeFormula } from "../../platform/tables/formula.ts";
import { yieldToEventLoop } from "../../platform/yield-to-event-loop.ts";
import { findRowLimit } from "./sheet-limits.rules.ts";

const csvOptions = { bom: true, relax_column_count: true } satisfies Options;
/** Rows of a CSV file after which other requests have their turn; characters that are parsed at once. */
const csvPart = { rows: 200, characters: 65_536 };

/**
 * Reads a CSV file (UTF-8 or GBK) or an Excel workbook (.xlsx), without holding up the process. Throws "validation" for
 * any other file, and for a table with more rows than its limit.
 */
export async function readSheets(
  bytes: Buffer,
  fileName: string,
  workbooks: Pick<WorkbookReader, "read">,
  limits: readonly RowLimit[] = [],
): Promise<Sheet[]> {
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw unreadable("旧的 .xls 文件和加密的文件无法读取，请另存为 .xlsx 再选择");
  if (beginsWith(bytes, [0x50, 0x4b, 3, 4])) return await workbooks.read(bytes, limits);
  try {
    return [{ name: fileName, rows: await readRows(decodeText(bytes), limits) }];
  } catch (error) {
    throw toUnreadable(error);
  }
}

function beginsWith(bytes: Buffer, start: number[]): boolean {
  return bytes.subarray(0, start.length).equals(Buffer.from(start));
}

async function readRows(text: string, limits: readonly RowLimit[]): Promise<string[][]> {
  const rows: string[][] = [];
  let limit: RowLimit | undefined;
  const records = Readable.from(split(text)).compose(parseInParts(csvOptions)) as AsyncIterable<string[]>;
  for await (const record of records) {
    rows.push(record.map(unquote));
    if (rows.length === 1) limit = findRowLimit(limits, record);
    if (limit !== undefined && rows.length - 1 > limit.maxRows) throw tooManyRows(limit);
    if (rows.length % csvPart.rows === 0) await yieldToEventLoop();
  }
  return rows;
}

function* split(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += csvPart.characters)
    yield text.slice(start, start + csvPart.characters);
}

/** Reads a short CSV file (UTF-8 or GBK) as a sheet with the file's name. Throws "validation" for any other file. */
export function readCsv(bytes: Buffer, fileName: string): Sheet {
  try {
    const rows = parse(decodeText(bytes), csvOptions) as string[][];
    return { name: fileName, rows: rows.map((row) => row.map(unquote)) };
  } catch (error) {
    throw toUnreadable(error);
  }
}

/** Writes a CSV file, in UTF-8 with the mark by which Excel recognises it. */
export function writeCsv({ rows }: Sheet): Buffer {
  return Buffer.from(byteOrderMark + stringify(rows.map((row) => row.map(neutralizeFormula))));
}

/** Writes an Excel workbook; cells are texts, so that no code loses its zeros. */
export async function writeWorkbook(sheets: Sheet[]): Promise<Buffer> {
  const contents = sheets.map(({ name, rows }) => ({
    sheet: name,
    data: rows.map((row) => row.map((value) => ({ value, type: String, format: "@" }))),
  }));
  // Loaded with the first export, so that the server's start need not wait for it.
  const { default: writeXlsxFile } = await import("write-excel-file/node");
  return await writeXlsxFile(contents).toBuffer();
}

/** Decodes UTF-8, or GBK, in which Excel saves CSV files in China. */
function decodeText(bytes: Buffer): string {
  for (const encoding of ["utf-8", "gbk"])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  throw unreadable("文件无法识别：既不是 UTF-8 也不是 GBK 编码");
}

function unquote(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Returns what to say about a file that could not be parsed; other errors stay as they are. */
function toUnreadable(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const { code, lines } = error as CsvError & { lines?: number };
  // Of a quotation that never ends, the library knows the last line alone.
  const place = code === "CSV_QUOTE_NOT_CLOSED" || lines === undefined ? "" : `第 ${lines} 行的`;
  const message = code.includes("QUOTE") ? `${place}引号不成对` : "不是 CSV 格式";
  const advice = "请改好，或另存为 .xlsx 再选择";
  return Object.assign(unreadable(`文件无法识别：${message}，${advice}`), { cause: error });
}

function unreadable(message: string): AppError {
  return new AppError("validation", { field: "file" }, message);
}
