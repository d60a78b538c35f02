import type { Table, TableChecksum } from "./catalog.ts";

// A backup is one gzip file of lines: a head, for each table its name and columns, its rows as PostgreSQL's COPY writes
// them, the mark of their end and a check of them, and an end. JSON but for the rows.

export const formatName = "shidan-backup";
export const formatVersion = 1;

/** The mark that PostgreSQL itself uses behind rows; no row looks like it. */
export const endOfRowsMarker = "\\.\n";

/** The first line. */
export interface BackupHead {
  format: string;
  version: number;
  /** The newest change of tables that the database had, in milliseconds. */
  newest: number;
  at: string;
}

/** In front of a table's rows. */
export interface TableHead {
  table: Table;
}

/** Behind a table's rows. */
export type TableEnd = TableChecksum;

/** The last line: a file without it is cut off. */
export interface BackupEnd {
  sequences: Record<string, string>;
  tables: number;
  /** Laws of the books that were broken already. */
  broken: string[];
}
