import { orderIdKind, startOfRisingIds } from "../security/ids.ts";
import { startOfMonth } from "./months.ts";

/** A table that can be divided into partitions by month. */
export interface PartitionedTable {
  name: string;
  /** Column with the id of an order, which rises with the time of the order. */
  column: string;
  /** Primary key of the divided table; PostgreSQL requires `column` in it. */
  key: string[];
}

/** Tables with rows of orders, which grow with every order. Ledgers and payments are kept whole: books outlive orders. */
export const partitionedTables: readonly PartitionedTable[] = [
  { name: "orders", column: "id", key: ["id"] },
  { name: "order_items", column: "order_id", key: ["order_id", "line"] },
  { name: "order_history", column: "order_id", key: ["id", "order_id"] },
];

/** Returns the smallest id that an order of a month, or of a later one, can have. */
export function firstIdOf(month: string): string {
  return startOfRisingIds(orderIdKind, startOfMonth(month));
}

/** Is larger than each id that rises with time; random ids of before may be larger still. */
export const afterAllMonths = "order2";

/** Returns the name of the partition with the orders of a month. */
export function partitionName(table: string, month: string): string {
  return `${table}_${month.replace("-", "_")}`;
}

/** Returns the name of the partition with all rows of the time before the first month. */
export function earlierName(table: string): string {
  return `${table}_earlier`;
}

/** Returns the month of a partition by its name; null for that of the time before. */
export function findMonth(table: string, partition: string): string | null {
  return parseMonth(partition.slice(table.length + 1));
}

/** Returns the name of the check that no row of before belongs to a month or to a later one. */
export function checkName(table: string, month: string): string {
  return `${partitionName(table, month)}_check`;
}

/** Returns the month of which a check rules out rows, by its name; null for other checks. */
export function findCheckedMonth(table: string, check: string): string | null {
  return check.endsWith("_check") ? parseMonth(check.slice(table.length + 1, -"_check".length)) : null;
}

function parseMonth(text: string): string | null {
  return /^\d{4}_\d{2}$/.test(text) ? text.replace("_", "-") : null;
}
