import { sheetRowsMax } from "#contract/staff/catalogue/limits.ts";
import type { RowLimit } from "../../platform/spreadsheets/WorkbookReader.ts";
import { menuHeaders } from "./menu-sheet.rules.ts";
import { offerHeaders } from "./offer-sheet.rules.ts";
import { restaurantHeaders } from "./restaurant-sheet.rules.ts";
import { staffHeaders } from "./staff-sheet.rules.ts";

/** What the tables of an uploaded file are limited to; the first whose headers a table has is for it, as in an import. */
export const uploadLimits: readonly RowLimit[] = [
  { name: "菜单", headers: menuHeaders, maxRows: sheetRowsMax.menu },
  { name: "员工", headers: staffHeaders, maxRows: sheetRowsMax.staff },
  { name: "门店菜品", headers: offerHeaders, maxRows: sheetRowsMax.offers },
  { name: "门店", headers: restaurantHeaders, maxRows: sheetRowsMax.restaurants },
  // No table of an import, which is said when it is imported.
  { name: "每张表", headers: [], maxRows: sheetRowsMax.offers },
];

/** Returns the limit for a table with these headers; undefined without one. */
export function findRowLimit(limits: readonly RowLimit[], headers: readonly string[]): RowLimit | undefined {
  const found = new Set(headers.map((header) => header.trim()));
  return limits.find((limit) => limit.headers.every((header) => found.has(header)));
}
