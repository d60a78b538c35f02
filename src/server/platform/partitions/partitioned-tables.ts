import { orderIdKind, startOfRisingIds } from "../security/ids.ts";
import { startOfMonth } from "./months.ts";

/** A table that can be divided into partitions by month. */
export interface PartitionedTable {
  name: string;
  /** Column that rises with time: the id of an order, or a number of the table's sequence. */
  column: string;
  values: "order ids" | "numbers";
  /** Primary key of the divided table; PostgreSQL requires `column` in it. */
  key: string[];
}

/**
 * Tables that grow with every order and message. Ledgers and payments are kept whole: books outlive orders. Requests use these
 * tables in this order.
 */
export const partitionedTables: readonly PartitionedTable[] = [
  { name: "orders", column: "id", values: "order ids", key: ["id"] },
  { name: "order_items", column: "order_id", values: "order ids", key: ["order_id", "line"] },
  { name: "order_history", column: "order_id", values: "order ids", key: ["id", "order_id"] },
  { name: "chat_messages", column: "id", values: "numbers", key: ["id"] },
  { name: "events", column: "id", values: "numbers", key: ["id"] },
];

/** Returns the smallest id that an order of a month, or of a later one, can have. */
export function firstIdOf(month: string): string {
  return startOfRisingIds(orderIdKind, startOfMonth(month));
}

/**
 * Returns the number after which those of a month's rows begin: its digits and nine more, 202612000000000 for "2026-12". A month
 * with more rows than a billion goes on in the numbers of the next one.
 */
export function numberBefore(month: string): number {
  return Number(month.replace("-", "")) * 1e9;
}

/** Returns the lower bound of a month's partition as an SQL literal. */
export function lowerBound({ values }: PartitionedTable, month: string): string {
  return values === "numbers" ? String(numberBefore(month)) : `'${firstIdOf(month)}'`;
}

/** Returns the SQL condition for rows that belong neither to a month nor to a later one. */
export function earlierCondition(table: PartitionedTable, month: string): string {
  const isBelow = `${table.column} < ${lowerBound(table, month)}`;
  return table.values === "numbers" ? isBelow : `${isBelow} or ${table.column} >= '${afterAllMonths}'`;
}

/** Is larger than each id that rises with time; random ids of before may be larger still. */
export const afterAllMonths = "order2";

/** Returns the name of the partition with the rows of a month. */
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
