import pg from "pg";
import { pgCode } from "../platform/database/database-errors.ts";
import { partitionedTables } from "../platform/partitions/partitioned-tables.ts";
import { listReferences } from "../platform/partitions/table-catalog.repository.ts";

const quote = pg.escapeIdentifier;
const foreignKeyViolation = "23503";

/** A foreign key that names a row of an order. */
export interface OrderReference {
  table: string;
  name: string;
  definition: string;
}

/**
 * Drops the foreign keys that name rows of orders and returns them: databases whose orders are divided by month have none, so their rows
 * come in any order and may name orders that are missing.
 */
export async function dropReferences(client: pg.ClientBase): Promise<OrderReference[]> {
  const dropped: OrderReference[] = [];
  for (const { name } of partitionedTables)
    for (const reference of await listReferences(client, name)) {
      await client.query(`alter table ${quote(reference.table)} drop constraint ${quote(reference.name)}`);
      dropped.push(reference);
    }
  return dropped;
}

/** Adds foreign keys that were dropped, within a transaction; returns the tables whose rows do not allow it. */
export async function restoreReferences(client: pg.ClientBase, dropped: OrderReference[]): Promise<string[]> {
  const unrestored: string[] = [];
  for (const { table, name, definition } of dropped) {
    await client.query("savepoint reference");
    try {
      await client.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`);
    } catch (error) {
      if (pgCode(error) !== foreignKeyViolation) throw error;
      await client.query("rollback to reference");
      unrestored.push(table);
    }
  }
  return unrestored;
}
