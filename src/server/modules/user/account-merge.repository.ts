import { and, eq, inArray, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { devices, tokens, users } from "../../schema/accounts.ts";
import { chatMessages, chatNotes } from "../../schema/chat.ts";
import { invoices, invoiceTitles } from "../../schema/invoices.ts";
import { orders } from "../../schema/orders.ts";
import { cards } from "../../schema/payments.ts";
import { pointsReservations, withdrawals } from "../../schema/rewards.ts";
import { files } from "../../schema/service.ts";
import { reassignConsents } from "../legal/consent.repository.ts";
import { lockAccount } from "../points/points.repository.ts";
import type { UserRow } from "./user.repository.ts";

/** Locks both accounts until the transaction ends, by id, so that two merges never deadlock. */
export async function lockAccounts(tx: QueryRunner, ids: [string, string]): Promise<Map<string, UserRow>> {
  const rows = await tx.select().from(users).where(inArray(users.id, ids)).orderBy(users.id).for("update");
  return new Map(rows.map((row) => [row.id, row]));
}

/** Counts member cards of the two accounts; an account can have only one. */
export async function countCards(tx: QueryRunner, ids: [string, string]): Promise<number> {
  return (await tx.select({ id: cards.id }).from(cards).where(inArray(cards.userId, ids))).length;
}

/** Moves everything from one account to another, except invites; both must be locked. */
export async function reassignOwnership(tx: QueryRunner, from: string, to: string): Promise<void> {
  await markFirstOrder(tx, to);
  await tx.update(orders).set({ userId: to }).where(eq(orders.userId, from));
  await reassignPoints(tx, from, to);
  for (const table of [withdrawals, cards, chatNotes, invoices, invoiceTitles]) {
    await tx.update(table).set({ userId: to }).where(eq(table.userId, from));
  }
  await tx.update(files).set({ ownerId: to }).where(eq(files.ownerId, from));
  await reassignAddresses(tx, from, to);
  await reassignFavourites(tx, from, to);
  await reassignConversation(tx, from, to);
  await reassignSessions(tx, from, to);
  await reassignConsents(tx, from, to);
}

/**
 * Marks the figures of the day of an account's first order as outdated: an order that comes to the account may be earlier.
 * Those of the orders that move are marked by a trigger.
 */
async function markFirstOrder(tx: QueryRunner, userId: string): Promise<void> {
  await tx.execute(sql`select mark_outdated_figures(restaurant_id, paid_at) from ${orders}
    where user_id = ${userId} and paid_at is not null order by paid_at, id limit 1`);
}

/** The other account's default address stays the default. */
async function reassignAddresses(tx: QueryRunner, from: string, to: string): Promise<void> {
  await tx.execute(sql`update addresses set user_id = ${to}, is_default = is_default
    and not exists (select 1 from addresses target where target.user_id = ${to} and target.is_default)
    where user_id = ${from}`);
}

async function reassignFavourites(tx: QueryRunner, from: string, to: string): Promise<void> {
  await tx.execute(sql`insert into favourites (user_id, restaurant_id, created_at)
    select ${to}, restaurant_id, created_at from favourites where user_id = ${from} on conflict do nothing`);
  await tx.execute(sql`delete from favourites where user_id = ${from}`);
}

/**
 * Moves points entries: amount, time and expiry stay; only the owner and thus the running balance change. The
 * accounts are locked before, and the orders before them, so that no entries are added meanwhile.
 */
async function reassignPoints(tx: QueryRunner, from: string, to: string): Promise<void> {
  for (const id of [from, to].sort()) await lockAccount(tx, id);
  await tx.update(pointsReservations).set({ userId: to }).where(eq(pointsReservations.userId, from));
  await tx.execute(sql`update points_ledger source set user_id = ${to},
    reference = case when exists (select 1 from points_ledger target
      where target.user_id = ${to} and target.type = source.type and target.reference = source.reference)
      then source.reference || ':' || ${from}::text else source.reference end
    where user_id = ${from}`);
  await tx.execute(sql`update points_ledger l set balance_after = s.balance
    from (select id, sum(delta) over (order by id) as balance from points_ledger where user_id = ${to}) s
    where l.id = s.id and l.balance_after <> s.balance`);
  await tx.execute(sql`update points_accounts target set balance = target.balance + source.balance,
      reserved = target.reserved + source.reserved, next_expiry_at = least(target.next_expiry_at, source.next_expiry_at)
    from points_accounts source where target.user_id = ${to} and source.user_id = ${from}`);
  await tx.execute(sql`delete from points_accounts where user_id = ${from}`);
}

/** Merges into one conversation: the newer state of the two, with all messages. */
async function reassignConversation(tx: QueryRunner, from: string, to: string): Promise<void> {
  await tx
    .update(chatMessages)
    .set({
      userId: to,
      // A repeated message is still recognized by its idempotency key.
      senderId: sql`case when ${chatMessages.senderType} = 'user' then ${to} else ${chatMessages.senderId} end`,
    })
    .where(eq(chatMessages.userId, from));
  await tx.execute(sql`update conversations target set
      newest_message_id = greatest(target.newest_message_id, source.newest_message_id),
      unread_by_staff = target.unread_by_staff + source.unread_by_staff,
      unread_by_user = target.unread_by_user + source.unread_by_user,
      waiting_since = least(target.waiting_since, source.waiting_since),
      status = case when source.updated_at > target.updated_at then source.status else target.status end,
      updated_at = greatest(target.updated_at, source.updated_at)
    from conversations source where target.user_id = ${to} and source.user_id = ${from}`);
  await tx.execute(sql`delete from conversations where user_id = ${from}
    and exists (select 1 from conversations target where target.user_id = ${to})`);
  await tx.execute(sql`update conversations set user_id = ${to} where user_id = ${from}`);
}

/** Sessions stay logged in, devices stay known, and repeated requests are still recognized. */
async function reassignSessions(tx: QueryRunner, from: string, to: string): Promise<void> {
  await tx
    .update(tokens)
    .set({ subjectId: to })
    .where(and(eq(tokens.audience, "customer"), eq(tokens.subjectId, from)));
  await tx.execute(sql`insert into devices (audience, subject_id, hash, last_login_at)
    select audience, ${to}, hash, last_login_at from devices where audience = 'customer' and subject_id = ${from}
    on conflict do nothing`);
  await tx.delete(devices).where(and(eq(devices.audience, "customer"), eq(devices.subjectId, from)));
  await tx.execute(sql`update idempotency_keys source set subject_id = ${to} where subject_id = ${from}
    and not exists (select 1 from idempotency_keys target
      where target.subject_id = ${to} and target.endpoint = source.endpoint and target.key = source.key)`);
}
