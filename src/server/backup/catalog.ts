import { createHash } from "node:crypto";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { CliError } from "../platform/CliError.ts";

/** A table with its column names, unquoted. */
export interface Table {
  name: string;
  columns: string[];
  key: string[];
}

/** Row count and checksum of a table, read in an order that every PostgreSQL agrees on. */
export interface TableChecksum {
  rows: number;
  sha256: string;
}

const tablesSql = `
  select c.relname as name,
    (select json_agg(a.attname order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select json_agg(a.attname order by array_position(i.indkey, a.attnum)) from pg_index i
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition order by c.relname collate "C"`;

/** What a partition references, its table does. */
const referencesSql = `
  select distinct coalesce(i.inhparent::regclass::text, c.relname) as child, p.relname as parent from pg_constraint k
  join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
  left join pg_inherits i on i.inhrelid = c.oid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.oid <> p.oid`;

/** Quotes an identifier for SQL. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Lists all tables of the public schema, each after the tables that it references.
 * @throws CliError when references form a cycle
 */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(tablesSql);
  const references = await client.query<{ child: string; parent: string }>(referencesSql);
  const remaining = new Map(rows.map((table) => [table.name, { ...table, key: table.key ?? [] }]));
  const sorted: Table[] = [];
  while (remaining.size > 0) {
    const isIndependent = ({ name }: Table) =>
      !references.rows.some(({ child, parent }) => child === name && remaining.has(parent));
    const independent = [...remaining.values()].filter(isIndependent);
    if (independent.length === 0)
      throw new CliError("The database's tables refer to each other in a circle.");
    for (const table of independent) remaining.delete(table.name);
    sorted.push(...independent);
  }
  return sorted;
}

/** Returns the COPY statement for a table's rows, ordered so that two databases send the same bytes. */
export function copyStatement({ name, columns, key }: Table): string {
  const order = (key.length > 0 ? key : columns).map(
    (column) => `${quoteIdentifier(column)}::text collate "C"`,
  );
  const list = columns.map(quoteIdentifier).join(", ");
  return `copy (select ${list} from public.${quoteIdentifier(name)} order by ${order.join(", ")}) to stdout`;
}

/** Streams a table's rows in COPY text format to onChunk and returns their checksum. */
export async function readTable(
  client: pg.ClientBase,
  table: Table,
  onChunk: (chunk: Buffer) => Promise<void> | void = () => undefined,
): Promise<TableChecksum> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const chunk of client.query(copyTo(copyStatement(table))) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    // COPY escapes line breaks inside values as the two characters \n.
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
    await onChunk(chunk);
  }
  return { rows, sha256: hash.digest("hex") };
}

/** Reads the last values of all sequences; unused sequences are missing. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null",
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Fixes the session's value formats and removes its statement timeout. */
export async function configureSession(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set client_encoding = 'UTF8';
     set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = '10s';
     set idle_in_transaction_session_timeout = 0`,
  );
}
