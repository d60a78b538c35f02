import { formatYuanDecimal } from "#contract/money.ts";
import type { Sheet } from "../../platform/spreadsheets/WorkbookReader.ts";
import { yieldToEventLoop } from "../../platform/yield-to-event-loop.ts";

/** How the values of a column are written and read; `parse` throws CellError. */
export interface CellFormat<Value> {
  format: (value: Value) => string;
  parse: (text: string) => Value;
}

/** What is wrong with a cell, as a sentence. */
export class CellError extends Error {}

/** Columns of a sheet by field: header and format. */
export type Columns<Row> = { [Name in keyof Row]: readonly [header: string, format: CellFormat<Row[Name]>] };

/** What is wrong with a file, and where; rows are counted from 1, with the headers. */
export interface CatalogueProblem {
  sheet: string;
  row: number;
  /** Header of the column; empty for the whole row. */
  column: string;
  problem: string;
}

/** A row that was read. */
export interface ParsedRow<Row> {
  row: number;
  values: Row;
}

/** A sheet whose rows were read. */
export interface ParsedSheet<Row> {
  name: string;
  rows: ParsedRow<Row>[];
}

export const textCell: CellFormat<string> = { format: (value) => value, parse: (text) => text.trim() };

/** A text, or null for an empty cell. */
export const optionalTextCell: CellFormat<string | null> = {
  format: (value) => value ?? "",
  parse: (text) => text.trim() || null,
};

export const booleanCell: CellFormat<boolean> = {
  format: (value) => (value ? "是" : "否"),
  parse: (text) => {
    const value = { 是: true, 否: false }[text.trim()];
    if (value === undefined) throw new CellError("请填 是 或 否");
    return value;
  },
};

export const numberCell: CellFormat<number> = {
  format: String,
  parse: (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (!Number.isFinite(value)) throw new CellError("请填数字");
    return value;
  },
};

/** A number, or null for an empty cell. */
export const optionalNumberCell: CellFormat<number | null> = optional(numberCell);

/** Parses yuan with at most two decimals; undefined for another text. */
function parseYuan(text: string): number | undefined {
  const parts = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.trim());
  return parts === null ? undefined : Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
}

/** Yuan above 0; the value is in fen. */
export const priceCell: CellFormat<number> = {
  format: formatYuanDecimal,
  parse: (text) => {
    const fen = parseYuan(text) ?? 0;
    if (fen === 0) throw new CellError("请填大于 0 的金额，最多两位小数");
    return fen;
  },
};

/** Yuan, also 0, or null for an empty cell; the value is in fen. */
export const optionalAmountCell: CellFormat<number | null> = optional({
  format: formatYuanDecimal,
  parse: (text) => {
    const fen = parseYuan(text);
    if (fen === undefined) throw new CellError("请填金额，最多两位小数");
    return fen;
  },
});

export const optionalPriceCell: CellFormat<number | null> = optional(priceCell);

/** Returns the format with an empty cell for null. */
function optional<Value>({ format, parse }: CellFormat<Value>): CellFormat<Value | null> {
  return {
    format: (value) => (value === null ? "" : format(value)),
    parse: (text) => (text.trim() === "" ? null : parse(text)),
  };
}

/** Several of some names, separated by "、"; null for an empty cell. */
export function listCell<Value>(names: ReadonlyMap<Value, string>): CellFormat<Value[] | null> {
  const values = new Map([...names].map(([value, name]) => [name, value]));
  return {
    format: (list) => (list ?? []).map((value) => names.get(value) ?? "").join("、"),
    parse: (text) => {
      const typed = text.split(/[、,，;；\s]+/).filter((name) => name !== "");
      if (typed.length === 0) return null;
      return typed.map((name) => {
        const value = values.get(name);
        if (value === undefined)
          throw new CellError(`没有 ${name}，请从 ${[...values.keys()].join("、")} 里选`);
        return value;
      });
    },
  };
}

/** Returns whether a sheet has the headers by which a kind is recognised. */
export function hasHeaders({ rows }: Sheet, headers: readonly string[]): boolean {
  const found = new Set(rows[0]?.map((header) => header.trim()));
  return headers.every((header) => found.has(header));
}

/** Reads the rows of a sheet, or `count` rows from `start` on, 1 for the first below the headers; empty ones are skipped. */
export function parseSheet<Row extends object>(
  { name: sheet, rows }: Sheet,
  columns: Columns<Row>,
  { start, count }: { start: number; count: number } = { start: 1, count: rows.length },
): { rows: ParsedRow<Row>[]; problems: CatalogueProblem[] } {
  const headers = (rows[0] ?? []).map((header) => header.trim());
  const entries = Object.entries(columns) as [string, readonly [string, CellFormat<unknown>]][];
  const problems: CatalogueProblem[] = entries
    .filter(([, [header]]) => !headers.includes(header))
    .map(([, [header]]) => ({ sheet, row: 1, column: header, problem: "缺少这一列" }));
  if (problems.length > 0) return { rows: [], problems };
  const places = entries.map(([name, [header, format]]) => ({
    name,
    header,
    format,
    place: headers.indexOf(header),
  }));
  const parsed: ParsedRow<Row>[] = [];
  for (const [offset, cells] of rows.slice(start, start + count).entries()) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    const index = start + offset;
    const values: Record<string, unknown> = {};
    for (const { name, header, format, place } of places)
      try {
        values[name] = format.parse(cells[place] ?? "");
      } catch (error) {
        if (!(error instanceof CellError)) throw error;
        problems.push({ sheet, row: index + 1, column: header, problem: error.message });
      }
    parsed.push({ row: index + 1, values: values as Row });
  }
  return { rows: parsed, problems };
}

/** Rows that are read at once. */
const sliceRows = 200;

/** Reads the rows of a sheet without holding up the process; null if something is wrong with one, which is reported. */
export async function parseLongSheet<Row extends object>(
  sheet: Sheet,
  columns: Columns<Row>,
  problems: CatalogueProblem[],
): Promise<ParsedSheet<Row> | null> {
  const parsed: ParsedRow<Row>[] = [];
  const before = problems.length;
  for (let start = 1; start === 1 || start < sheet.rows.length; start += sliceRows) {
    const slice = parseSheet(sheet, columns, { start, count: sliceRows });
    parsed.push(...slice.rows);
    problems.push(...slice.problems);
    // A column is missing: that is said once.
    if (slice.problems[0]?.row === 1) return null;
    await yieldToEventLoop();
  }
  return problems.length > before ? null : { name: sheet.name, rows: parsed };
}

/** Writes rows as a sheet. */
export function formatSheet<Row extends object>(name: string, columns: Columns<Row>, rows: Row[]): Sheet {
  const entries = Object.entries(columns) as [keyof Row, readonly [string, CellFormat<unknown>]][];
  return {
    name,
    rows: [
      entries.map(([, [header]]) => header),
      ...rows.map((row) => entries.map(([field, [, format]]) => format.format(row[field]))),
    ],
  };
}
