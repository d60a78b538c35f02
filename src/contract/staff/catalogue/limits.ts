/** Rows without the headers that one table of an uploaded file may have; a page exports no more. */
export const sheetRowsMax = { restaurants: 2_000, menu: 10_000, offers: 50_000, staff: 5_000 } as const;
