import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { userChannel } from "../../platform/events/channels.ts";
import { addresses, dataCopies, devices, tokens, users } from "../../schema/accounts.ts";
import { chatNotes, conversations, presence } from "../../schema/chat.ts";
import { cards } from "../../schema/payments.ts";
import { favourites } from "../../schema/restaurants.ts";
import { invites } from "../../schema/rewards.ts";
import { auditLog, events, files, idempotencyKeys } from "../../schema/service.ts";
import { defaultCancelReason } from "../order/order-transition.rules.ts";

/** Lists some files of a customer. */
export async function listFiles(queries: QueryRunner, ownerId: string, limit: number) {
  return await queries
    .select({ id: files.id, path: files.path })
    .from(files)
    .where(eq(files.ownerId, ownerId))
    .orderBy(asc(files.id))
    .limit(limit);
}

export async function deleteFiles(queries: QueryRunner, ids: string[]): Promise<void> {
  await queries.delete(files).where(inArray(files.id, ids));
}

type StoredCopy = Pick<typeof dataCopies.$inferSelect, "id" | "path">;

/** Lists a customer's data copies with their archives. */
export async function listCopies(queries: QueryRunner, userId: string): Promise<StoredCopy[]> {
  const { id, path } = dataCopies;
  return await queries.select({ id, path }).from(dataCopies).where(eq(dataCopies.userId, userId));
}

/** Deletes data copies, except those that have got an archive since they were listed. */
export async function deleteCopies(queries: QueryRunner, copies: readonly StoredCopy[]): Promise<void> {
  for (const { id, path } of copies)
    await queries
      .delete(dataCopies)
      .where(and(eq(dataCopies.id, id), sql`${dataCopies.path} is not distinct from ${path}`));
}

/** Returns whether anything is left that a customer's deletion removes in batches. */
export async function hasRemains(tx: QueryRunner, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select 1 from chat_messages where user_id = ${userId})
      or exists (select 1 from files where owner_id = ${userId})
      or exists (select 1 from data_copies where user_id = ${userId})
      or exists (select 1 from orders where user_id = ${userId} and ${hasPersonalData}) as has`);
  return rows[0]?.has === true;
}

const hasPersonalData = sql`(address is not null or contact_phone is not null or remark <> '')`;

async function countChanged(tx: QueryRunner, statement: SQL): Promise<number> {
  return (await tx.execute(statement)).rowCount ?? 0;
}

/** Deletes a batch of a customer's messages; returns their number. */
export async function deleteMessages(tx: QueryRunner, userId: string, limit: number): Promise<number> {
  return await countChanged(
    tx,
    sql`delete from chat_messages where id in
      (select id from chat_messages where user_id = ${userId} order by id limit ${limit})`,
  );
}

/** Deletes the conversation of a customer, the staff's notes about it, and the responses in which these stand. */
export async function deleteConversation(tx: QueryRunner, userId: string): Promise<void> {
  await tx.execute(sql`delete from idempotency_keys where response->>'user_id' = ${userId}`);
  await tx.execute(sql`delete from idempotency_keys k using chat_notes n where n.user_id = ${userId}
    and k.subject_id = n.staff_id and k.endpoint = 'chat/admin/notes' and k.response->>'id' = n.id::text`);
  await tx.delete(chatNotes).where(eq(chatNotes.userId, userId));
  await tx.delete(conversations).where(eq(conversations.userId, userId));
  await tx.delete(presence).where(eq(presence.userId, userId));
}

/** Removes name, image and invite code of the accounts that were merged into one. */
export async function eraseMergedAccounts(tx: QueryRunner, userId: string, name: string): Promise<void> {
  await tx
    .update(users)
    .set({ nickname: name, avatar: null, inviteCode: sql`left(md5(random()::text || ${users.id}), 12)` })
    .where(eq(users.mergedInto, userId));
}

/** Ends all sessions of a customer. */
export async function deleteSessionsOf(tx: QueryRunner, userId: string): Promise<void> {
  await tx.delete(tokens).where(and(eq(tokens.audience, "customer"), eq(tokens.subjectId, userId)));
}

/** Deletes events for a customer, and those for staff that name the customer. */
export async function deleteEvents(tx: QueryRunner, userId: string): Promise<void> {
  await tx.delete(events).where(eq(events.channel, userChannel(userId)));
  await tx.delete(events).where(sql`${events.payload}->>'user_id' = ${userId}`);
}

/** Removes the contact data of a batch of a customer's orders; returns their number. */
export async function eraseOrderContacts(tx: QueryRunner, userId: string, limit: number): Promise<number> {
  return await countChanged(
    tx,
    sql`update orders set address = null, contact_phone = null, remark = '' where id in
      (select id from orders where user_id = ${userId} and ${hasPersonalData} order by created_at, id limit ${limit})`,
  );
}

/** Removes what was written about a customer's orders and withdrawals, and who paid. */
export async function eraseOrderTexts(tx: QueryRunner, userId: string): Promise<void> {
  const own = sql`(select id from orders where user_id = ${userId})`;
  await tx.execute(sql`update order_history set reason = null
    where order_id in ${own} and reason is not null and actor <> 'system'`);
  const byStaff = sql`(select order_id from order_history
    where order_id in ${own} and field = 'status' and to_state = 'cancelled' and actor in ('staff', 'store'))`;
  await tx.execute(sql`update refunds r set reason = ${defaultCancelReason} from orders o
    where o.id = r.order_id and o.id in ${byStaff} and r.reason = o.cancel_reason and r.reason <> ${defaultCancelReason}`);
  await tx.execute(sql`update orders set cancel_reason = ${defaultCancelReason}
    where id in ${byStaff} and cancel_reason <> ${defaultCancelReason}`);
  await tx.execute(sql`update payment_attempts set payer_openid = null, client_ip = '', prepay_id = null, h5_url = null
    where order_id in ${own} and (payer_openid is not null or client_ip <> '')`);
  await tx.execute(
    sql`update refund_requests set text = '', images = '[]', answer = null where order_id in ${own}`,
  );
  await tx.execute(sql`update refunds set note = null where order_id in ${own} and note is not null`);
  await tx.execute(
    sql`update withdrawals set reason = null where user_id = ${userId} and reason is not null`,
  );
}

/** Removes texts of staff about a customer, the orders and the withdrawals from the audit log; the entries stay. */
export async function eraseAuditTexts(tx: QueryRunner, userId: string): Promise<void> {
  const texts = sql`array['reason', 'note', 'from', 'to']`;
  const ofOrders = sql`(select id from orders where user_id = ${userId})`;
  const ofWithdrawals = sql`(select id from withdrawals where user_id = ${userId})`;
  await tx
    .update(auditLog)
    .set({ detail: sql`${auditLog.detail} - ${texts}` })
    .where(and(eq(auditLog.target, userId), sql`${auditLog.detail} ?| ${texts}`));
  await tx.execute(sql`update audit_log set detail = detail - array['reason', 'note']
    where target in (select * from ${ofOrders} o union all select * from ${ofWithdrawals} w)
    and detail ?| array['reason', 'note']`);
}

/**
 * Deletes a customer's addresses, devices, sessions and favourites, the invites without an order, and what the server
 * remembers for repeated requests; the member card belongs to no customer afterwards. Invites with an order stay: the reward
 * of the other customer is on its way.
 */
export async function deleteBelongings(tx: QueryRunner, userId: string): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.userId, userId));
  await tx.delete(favourites).where(eq(favourites.userId, userId));
  for (const table of [devices, tokens])
    await tx.delete(table).where(and(eq(table.audience, "customer"), eq(table.subjectId, userId)));
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.subjectId, userId));
  await tx
    .delete(invites)
    .where(
      and(or(eq(invites.inviteeId, userId), eq(invites.inviterId, userId)), eq(invites.status, "registered")),
    );
  await tx.update(cards).set({ userId: null, boundAt: null }).where(eq(cards.userId, userId));
}
