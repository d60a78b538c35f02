import pg from "pg";
import { changeTables, type Maintenance } from "./change-tables.ts";
import { earlierName, type PartitionedTable } from "./partitioned-tables.ts";
import {
  isPartitioned,
  listReferences,
  readDefinition,
  type TableDefinition,
} from "./table-catalog.repository.ts";

const quote = pg.escapeIdentifier;

/**
 * Turns a table into a partitioned one without copying rows: the table that is there becomes its default partition, with its
 * indexes. Drops the foreign keys that name the table. Goes on where it was interrupted. Resolves with whether there was
 * anything to do.
 */
export async function divideTable(maintenance: Maintenance, table: PartitionedTable): Promise<boolean> {
  const { client } = maintenance;
  if (await isPartitioned(client, table.name)) return false;
  // Requests use the orders first: in the other order they and this would wait for one another.
  for (const reference of await listReferences(client, table.name))
    await changeTables(maintenance, [table.name, reference.table], () =>
      client.query(`alter table ${quote(reference.table)} drop constraint ${quote(reference.name)}`),
    );
  const keyIndex = await buildKeyIndex(client, table);
  await changeTables(maintenance, [table.name], () => exchange(client, table, keyIndex));
  return true;
}

/** Builds the unique index of a key that the table does not have yet, while it is in use; returns its name. */
async function buildKeyIndex(client: pg.ClientBase, { name, key }: PartitionedTable): Promise<string | null> {
  const { indexes } = await readDefinition(client, name);
  const primary = indexes.find(({ isPrimary }) => isPrimary);
  if (primary && key.every((column) => primary.columns.includes(column))) return null;
  const index = `${name}_key_idx`;
  const built = indexes.find((candidate) => candidate.name === index);
  if (built?.isValid) return index;
  // One that was interrupted.
  if (built) await client.query(`drop index concurrently ${quote(index)}`);
  await client.query(
    `create unique index concurrently ${quote(index)} on ${quote(name)} (${key.map(quote).join(", ")})`,
  );
  return index;
}

/** Puts a partitioned table in the place of one, in a few ms: nothing is read or copied. */
async function exchange(
  client: pg.ClientBase,
  { name, column, key }: PartitionedTable,
  keyIndex: string | null,
): Promise<void> {
  const [table, earlier] = [quote(name), quote(earlierName(name))];
  if (keyIndex !== null) await exchangeKey(client, name, keyIndex);
  const definition = await readDefinition(client, name);
  for (const trigger of definition.triggers)
    await client.query(`drop trigger ${quote(trigger.name)} on ${table}`);
  await client.query(`alter table ${table} rename to ${earlier}`);
  for (const index of definition.indexes)
    await client.query(`alter index ${quote(index.name)} rename to ${quote(earlierName(index.name))}`);
  await client.query(
    `create table ${table} (like ${earlier} including defaults including constraints including storage)
     partition by range (${quote(column)})`,
  );
  await client.query(`alter table ${table} add primary key (${key.map(quote).join(", ")})`);
  await restoreDefinition(client, { table, column, definition });
  await client.query(`alter table ${table} attach partition ${earlier} default`);
  // Each partition gets the trigger with the table.
  for (const trigger of definition.triggers) await client.query(trigger.definition);
}

async function exchangeKey(client: pg.ClientBase, table: string, keyIndex: string): Promise<void> {
  const primary = (await readDefinition(client, table)).indexes.find(({ isPrimary }) => isPrimary);
  if (primary === undefined) throw new Error(`${table} has no primary key`);
  const name = quote(primary.name);
  await client.query(
    `alter table ${quote(table)} drop constraint ${name}, add constraint ${name} primary key using index ${quote(keyIndex)}`,
  );
}

/**
 * Makes indexes and rights anew; what is unique without the column that divides holds within a partition alone. Each partition has
 * foreign keys of its own: with one of the whole table PostgreSQL would lock the tables that it names, which requests have
 * locked before they wait for this one.
 */
async function restoreDefinition(
  client: pg.ClientBase,
  { table, column, definition }: { table: string; column: string; definition: TableDefinition },
): Promise<void> {
  for (const index of definition.indexes)
    if (!index.isPrimary && (!index.isUnique || index.columns.includes(column)))
      await client.query(index.definition);
  for (const { role, privilege } of definition.grants)
    await client.query(`grant ${privilege} on ${table} to ${role}`);
  for (const sequence of definition.sequences)
    await client.query(`alter sequence ${sequence.name} owned by ${table}.${quote(sequence.column)}`);
}
