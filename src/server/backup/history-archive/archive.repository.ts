import pg from "pg";
import { afterAllMonths, earlierName } from "../../platform/partitions/partitioned-tables.ts";

const quote = pg.escapeIdentifier;

/** Table whose old months are archived. */
export const historyTable = "order_history";

/**
 * Columns of an archive. It has neither reasons in words nor who acted: what is written to a file could not be removed
 * from it when a person's account is deleted.
 */
const archivedColumns = "id, order_id, field, from_state, to_state, version, actor, created_at";

/** Rows that stay: who cancelled an order is asked for when the cancellation is repeated, and when the account is deleted. */
const isCancellation = "(field = 'status' and to_state = 'cancelled')";

/** Orders whose ids are from one to before another; an empty first one stands for all of before. */
export interface OrderRange {
  firstId: string;
  endId: string;
}

/** A file with the history of a month. */
export interface HistoryArchive extends OrderRange {
  file: string;
  /** "YYYY-MM", or "earlier". */
  month: string;
  rows: number;
  /** Digest of the file before compression, in hexadecimal. */
  sha256: string;
  archivedAt: Date;
}

/** A partition of the history. */
export interface HistoryPartition {
  name: string;
  bytes: number;
  /** Number of rows as PostgreSQL last counted them. */
  rows: number;
}

/** Lists the partitions of the history, the time before the first month first; none of a whole table. */
export async function listHistoryPartitions(client: pg.ClientBase): Promise<HistoryPartition[]> {
  const { rows } = await client.query<HistoryPartition>(
    `select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes, greatest(c.reltuples, 0)::float8 as rows
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass order by c.relname <> $2, c.relname collate "C"`,
    [historyTable, earlierName(historyTable)],
  );
  return rows;
}

/** Lists the archives, the oldest orders first. */
export async function listArchives(client: pg.ClientBase): Promise<HistoryArchive[]> {
  const { rows } = await client.query<HistoryArchive>(
    `select file, month, first_id as "firstId", end_id as "endId", rows::float8 as rows, sha256, archived_at as "archivedAt"
     from order_history_archives order by first_id, archived_at`,
  );
  return rows;
}

/** Counts the orders of a range that are not over, or have money or a request on its way. */
export async function countOpenOrders(
  client: pg.ClientBase,
  { firstId, endId }: OrderRange,
): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from orders o
     where ((o.id >= $1 and o.id < $2) or ($1 = '' and o.id >= $3))
       and (o.status not in ('completed', 'cancelled')
         or exists (select 1 from refunds r where r.order_id = o.id and r.next_try_at is not null)
         or exists (select 1 from refund_requests q where q.order_id = o.id and q.status = 'open'))`,
    [firstId, endId, afterAllMonths],
  );
  return rows[0]?.n ?? 0;
}

/** Returns whether the connection's role may empty a partition. */
export async function mayTruncate(client: pg.ClientBase, partition: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "select has_table_privilege($1::regclass, 'truncate') as may",
    [quote(partition)],
  );
  return rows[0]?.may === true;
}

/** Returns a statement that writes the rows of a partition as CSV. */
export function copyOutStatement(partition: string): string {
  return `copy (select ${archivedColumns} from ${quote(partition)} where not ${isCancellation} order by order_id, field, version)
    to stdout with (format csv, header)`;
}

/** Returns a statement that reads such rows, each into its partition. */
export function copyInStatement(): string {
  return `copy ${historyTable} (${archivedColumns}) from stdin with (format csv, header)`;
}

/** Rows of a partition: a digest that tells whether any has changed, and how many an archive has. */
export interface PartitionDigest {
  digest: string;
  rows: number;
}

/** Digests all rows of a partition. */
export async function digestRows(client: pg.ClientBase, partition: string): Promise<PartitionDigest> {
  const { rows } = await client.query<PartitionDigest>(
    `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest,
       count(*) filter (where not ${isCancellation})::float8 as rows from ${quote(partition)} t`,
  );
  return rows[0] as PartitionDigest;
}

/** Fails while a partition is in use: locks it against all use, and releases it at once. */
export async function assertUnused(client: pg.ClientBase, partition: string): Promise<void> {
  await client.query("savepoint unused");
  await client.query(`lock table ${quote(partition)} in access exclusive mode`);
  await client.query("rollback to savepoint unused");
}

/** Locks a partition against changes, while it can be read. */
export async function lockChanges(client: pg.ClientBase, partition: string): Promise<void> {
  await client.query(`lock table ${quote(partition)} in share mode`);
}

/** Removes the rows that an archive has from a partition, locked against all use until the transaction ends. */
export async function removeArchivedRows(client: pg.ClientBase, partition: string): Promise<void> {
  await client.query(`lock table ${quote(partition)} in access exclusive mode`);
  await client.query(
    `create temporary table cancellations on commit drop as select * from ${quote(partition)} where ${isCancellation}`,
  );
  await client.query(`truncate ${quote(partition)}`);
  await client.query(`insert into ${quote(partition)} select * from cancellations`);
}

/** Records an archive. */
export async function addArchive(client: pg.ClientBase, archive: HistoryArchive): Promise<void> {
  const { file, month, firstId, endId, rows, sha256, archivedAt } = archive;
  await client.query(
    `insert into order_history_archives (file, month, first_id, end_id, rows, sha256, archived_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [file, month, firstId, endId, rows, sha256, archivedAt],
  );
}

/** Removes the record of an archive whose rows are back. */
export async function removeArchive(client: pg.ClientBase, file: string): Promise<void> {
  await client.query("delete from order_history_archives where file = $1", [file]);
}
