import { type SQL, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";

async function countChanged(queries: QueryRunner, statement: SQL): Promise<number> {
  return (await queries.execute(statement)).rowCount ?? 0;
}

/** A stored file whose row is about to go. */
export interface OldFile {
  id: string;
  path: string;
}

/** Lists images of messages from before a timestamp, the oldest messages first. Ids rise with time. */
export async function listOldMessageFiles(
  queries: QueryRunner,
  before: Date,
  limit: number,
): Promise<OldFile[]> {
  const { rows } = await queries.execute<{ id: string; path: string }>(sql`select f.id, f.path from (
    select file_id from chat_messages where created_at < ${before.toISOString()} and id <= (
      select coalesce(max(id), 0) from (select id from chat_messages order by id limit ${limit}) oldest)) m
    join files f on f.id = m.file_id`);
  return rows;
}

/** Deletes a batch of the oldest messages from before a timestamp; returns their number. */
export async function deleteOldMessages(queries: QueryRunner, before: Date, limit: number): Promise<number> {
  return await countChanged(
    queries,
    sql`delete from chat_messages where created_at < ${before.toISOString()} and id in
      (select id from chat_messages order by id limit ${limit})`,
  );
}

/** Deletes a batch of conversations whose last change was before a timestamp and that have no message left. */
export async function deleteEmptyConversations(
  queries: QueryRunner,
  before: Date,
  limit: number,
): Promise<number> {
  return await countChanged(
    queries,
    sql`delete from conversations where user_id in (
      select user_id from conversations c where updated_at < ${before.toISOString()}
        and not exists (select 1 from chat_messages m where m.user_id = c.user_id) limit ${limit})`,
  );
}

/** Deletes a batch of the oldest notes from before a timestamp; returns their number. Ids rise with time. */
export async function deleteOldNotes(queries: QueryRunner, before: Date, limit: number): Promise<number> {
  return await countChanged(
    queries,
    sql`delete from chat_notes where created_at < ${before.toISOString()} and id in
      (select id from chat_notes order by id limit ${limit})`,
  );
}

/** Removes the contact data of a batch of finished orders from before a timestamp; returns their number. */
export async function eraseOldOrderContacts(
  queries: QueryRunner,
  before: Date,
  limit: number,
): Promise<number> {
  return await countChanged(
    queries,
    sql`update orders set address = null, contact_phone = null, remark = '' where id in (
      select id from orders where (address is not null or contact_phone is not null or remark <> '')
        and created_at < ${before.toISOString()} and status in ('completed', 'cancelled')
      order by created_at limit ${limit})`,
  );
}

/** Deletes a batch of audit entries from before a timestamp that only tell that data were read. */
export async function deleteOldAuditReads(
  queries: QueryRunner,
  before: Date,
  limit: number,
): Promise<number> {
  return await countChanged(
    queries,
    sql`delete from audit_log where id in (select id from audit_log
      where action in ('customer.view', 'chat.read') and created_at < ${before.toISOString()} limit ${limit})`,
  );
}

/** Lists images of a time span that no message has: those of refund requests are of another kind. */
export async function listUnsentImages(
  queries: QueryRunner,
  { from, before }: { from: Date; before: Date },
  limit: number,
): Promise<OldFile[]> {
  const { rows } = await queries.execute<{ id: string; path: string }>(sql`select id, path from files f
    where kind = 'chat' and created_at >= ${from.toISOString()} and created_at < ${before.toISOString()}
    and not exists (select 1 from chat_messages m where m.file_id = f.id) order by created_at limit ${limit}`);
  return rows;
}

/** Lists a batch of invoices that were changed last before a timestamp, with the paths of their PDFs. */
export async function listOldInvoices(
  queries: QueryRunner,
  before: Date,
  limit: number,
): Promise<{ ids: string[]; paths: string[] }> {
  const { rows } = await queries.execute<{ id: string; paths: string[] }>(sql`
    select id, array(select path from invoice_files f where f.invoice_id = i.id) as paths from invoices i
     where created_at < ${before.toISOString()} and coalesce(changed_at, created_at) < ${before.toISOString()}
     order by created_at, id limit ${limit}`);
  return { ids: rows.map(({ id }) => id), paths: rows.flatMap(({ paths }) => paths) };
}

/** Deletes invoices with their histories and files' rows. */
export async function deleteInvoices(tx: QueryRunner, ids: readonly string[]): Promise<void> {
  const list = sql`any(${sql.param(ids)}::text[])`;
  await tx.execute(sql`delete from invoice_files where invoice_id = ${list}`);
  await tx.execute(sql`delete from invoice_history where invoice_id = ${list}`);
  await tx.execute(sql`delete from invoices where id = ${list}`);
}
