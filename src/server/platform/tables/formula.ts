/** The mark by which Excel recognises UTF-8. */
export const byteOrderMark = "\uFEFF";
/** Cells that a spreadsheet program would run as a formula (owasp.org, "CSV Injection"). */
export const formulaStart = /^[=+\-@\t\r]/;

/** Makes a cell text for spreadsheet programs, by the apostrophe that they do not show. */
export function neutralizeFormula(cell: string): string {
  return formulaStart.test(cell) ? `'${cell}` : cell;
}
