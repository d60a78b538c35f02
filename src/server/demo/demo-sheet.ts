import type { Sheet } from "../platform/spreadsheets/WorkbookReader.ts";

/** Lists the cells below a header. Throws for a sheet without it. */
export function listCells(sheet: Sheet, header: string): string[] {
  const column = findColumn(sheet, header);
  return sheet.rows.slice(1).map((cells) => cells[column] ?? "");
}

/** Returns the sheet with those rows only whose cell below the header is included. */
export function filterRows(sheet: Sheet, header: string, isIncluded: (cell: string) => boolean): Sheet {
  const column = findColumn(sheet, header);
  const rows = sheet.rows.filter((cells, index) => index === 0 || isIncluded(cells[column] ?? ""));
  return { ...sheet, rows };
}

/** Returns the sheet with other cells below a header. */
export function mapCells(sheet: Sheet, header: string, map: (cell: string) => string): Sheet {
  const column = findColumn(sheet, header);
  const rows = sheet.rows.map((cells, index) =>
    index === 0 ? cells : cells.with(column, map(cells[column] ?? "")),
  );
  return { ...sheet, rows };
}

function findColumn({ name, rows }: Sheet, header: string): number {
  const column = rows[0]?.indexOf(header) ?? -1;
  if (column === -1) throw new Error(`${name} has no column ${header}`);
  return column;
}
