import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { AppError } from "../../platform/http/AppError.ts";
import type { Sheet, WorkbookReader } from "../../platform/spreadsheets/WorkbookReader.ts";
import { byteOrderMark, formulaStart, neutralizeFormula } from "../../platform/tables/formula.ts";

/** Reads a CSV file (UTF-8 or GBK) or an Excel workbook (.xlsx). Throws "validation" for any other file. */
export async function readSheets(
  bytes: Buffer,
  fileName: string,
  workbooks: Pick<WorkbookReader, "read">,
): Promise<Sheet[]> {
  const isWorkbook = bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
  return isWorkbook ? await workbooks.read(bytes) : [readCsv(bytes, fileName)];
}

/** Reads a CSV file (UTF-8 or GBK) as a sheet with the file's name. Throws "validation" for any other file. */
export function readCsv(bytes: Buffer, fileName: string): Sheet {
  try {
    const rows = parse(decodeText(bytes), { bom: true, relax_column_count: true }) as string[][];
    return { name: fileName, rows: rows.map((row) => row.map(unquote)) };
  } catch (error) {
    // The library's own message names what it could not read, without more of the file than one cell.
    const reason = error instanceof Error ? error.message : String(error);
    throw Object.assign(unreadable(`文件无法识别：${reason}`), { cause: error });
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
  throw new Error("既不是 UTF-8 也不是 GBK 编码");
}

function unquote(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function unreadable(message: string): AppError {
  return new AppError("validation", { field: "file" }, message);
}
