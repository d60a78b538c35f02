import type { CellFormat } from "./catalogue-sheet.rules.ts";
import type { ImportContext, ImportCounts } from "./ImportContext.ts";

/** A row of a file that adds or changes something. */
export interface ChangedRow {
  sheet: string;
  /** Row in which it begins, counted from 1, with the headers. */
  row: number;
  /** Code by which it is found: of a restaurant, a dish, or both, or a phone number. */
  code: string;
  name: string;
  isNew: boolean;
  /** What changes; empty for what is new. */
  cells: CellChange[];
}

/** What changes in a column, as "28.00 → 30.00". */
export interface CellChange {
  column: string;
  change: string;
}

/** Columns of rows by field: header, and how the cell of a value is shown. */
export type ShownColumns<Row> = {
  [Name in keyof Row]: readonly [header: string, format: Pick<CellFormat<Row[Name]>, "format">];
};

/** Changed rows that are listed; of a file with more they are counted alone. */
const maxListed = 200;
/** Longer texts are told to have changed, without both of them. */
const maxShown = 40;

/** Counts a row of a table, and lists it if it adds or changes something. */
export function countRow(
  context: ImportContext,
  table: "restaurants" | "dishes" | "offers" | "staff",
  state: keyof ImportCounts,
  describe: () => Omit<ChangedRow, "isNew">,
): void {
  context[table][state] += 1;
  if (state !== "unchanged" && context.changes.length < maxListed)
    context.changes.push({ ...describe(), isNew: state === "added" });
}

/** Lists what differs between two rows in these columns, as their cells show it. */
export function listCellChanges<Row extends object>(
  columns: ShownColumns<Row>,
  before: Row,
  after: Row,
): CellChange[] {
  const changes: CellChange[] = [];
  for (const name of Object.keys(columns) as (keyof Row)[]) {
    const [column, { format }] = columns[name];
    const [from, to] = [format(before[name]), format(after[name])];
    if (from !== to) changes.push({ column, change: formatChange(from, to) });
  }
  return changes;
}

function formatChange(from: string, to: string): string {
  if (Math.max(from.length, to.length) > maxShown) return "已更改";
  return `${from || "空"} → ${to || "空"}`;
}
