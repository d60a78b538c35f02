import type { Table, TableChecksum } from "./catalog.ts";

// A backup is one gzip file of lines: a head; for each table its name and columns, its rows in PostgreSQL's
// COPY format, an end-of-rows marker and a checksum; and an end. All lines but the rows are JSON.

export const formatName = "shidan-backup";
export const formatVersion = 1;

/** PostgreSQL's own end-of-data marker; no row looks like it. */
export const endOfRowsMarker = "\\.\n";

/** First line of a backup. */
export interface BackupHead {
  format: string;
  version: number;
  /** Timestamp of the newest migration that the database had, in ms. */
  newest: number;
  at: string;
}

/** Line before a table's rows. */
export interface TableHead {
  table: Table;
}

/** Line after a table's rows. */
export type TableEnd = TableChecksum;

/** Last line of a backup; a file without it is truncated. */
export interface BackupEnd {
  sequences: Record<string, string>;
  tables: number;
  /** Ledger invariants that were already violated at the export, if they could be checked. */
  broken: string[];
}
