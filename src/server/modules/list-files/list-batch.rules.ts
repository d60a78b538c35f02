import type { Cursor } from "../../platform/database/row-page.ts";
import type { Cell, RowBatches } from "../../platform/tables/table-file.ts";
import { maskPhones } from "./mask-phones.rules.ts";

/** Rows that are in memory at once. */
const batchSize = 500;

/** Row of a file, and its place in the list, from which the next batch goes on. */
interface Row<Place> {
  cells: Cell[];
  cursor: Place;
}

/** Reads the rows after a place, or the first ones without it. */
export type ReadRows<Place = Cursor> = (page: {
  after: Place | undefined;
  limit: number;
}) => Promise<Row<Place>[]>;

const maskCell = (cell: Cell): Cell => (typeof cell === "string" ? maskPhones(cell) : cell);

/** Yields the heads of a list, then its rows in batches that are read one after the other; numbers of phones are masked. */
export async function* readBatches<Place>(heads: string[], read: ReadRows<Place>): RowBatches {
  yield [heads];
  let after: Place | undefined;
  do {
    const rows = await read({ after, limit: batchSize });
    if (rows.length > 0) yield rows.map(({ cells }) => cells.map(maskCell));
    after = rows.length < batchSize ? undefined : rows.at(-1)?.cursor;
  } while (after !== undefined);
}
