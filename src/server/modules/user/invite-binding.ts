import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { orders } from "../../schema/orders.ts";
import { invites } from "../../schema/rewards.ts";
import { byInviteCode, type UserRow } from "./user.repository.ts";

/**
 * Remembers who invited a customer; the first binding wins. Answers false, and changes nothing, for an unknown code,
 * one's own, a loop, or a customer who is no longer new: a bad code never blocks a login.
 */
export async function bindInvite(tx: Queries, deps: Deps, invitee: UserRow, code: string): Promise<boolean> {
  const inviter = await byInviteCode(tx, code.trim().toUpperCase());
  if (inviter === undefined || inviter.id === invitee.id) return false;
  const now = deps.clock.now();
  const isNew = later(invitee.createdAt, deps.config.limits.inviteBindMs) > now;
  if (!isNew && (await hasPaid(tx, invitee.id))) return false;
  // Two people who invite each other at the same moment must see one another: bindings happen one by one.
  await lockInvites(tx);
  if (await isAncestor(tx, invitee.id, inviter.id)) return false;
  const rows = await tx
    .insert(invites)
    .values({ inviteeId: invitee.id, inviterId: inviter.id, status: "registered", boundAt: now })
    .onConflictDoNothing()
    .returning({ id: invites.inviteeId });
  return rows.length > 0;
}

/** Makes those who change who invited whom wait for each other. */
export async function lockInvites(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('invite-binding'))`);
}

/**
 * Gives one account's invitations to another, those made and the one accepted; of two that were accepted the earlier
 * stays. What would make somebody their own inviter, directly or through others, is dropped. Lock invites first.
 */
export async function mergeInvites(tx: Queries, from: string, to: string): Promise<void> {
  const isBetween = or(
    and(eq(invites.inviteeId, from), eq(invites.inviterId, to)),
    and(eq(invites.inviteeId, to), eq(invites.inviterId, from)),
  );
  await tx.delete(invites).where(isBetween);
  const accepted = await tx
    .select()
    .from(invites)
    .where(inArray(invites.inviteeId, [from, to]))
    .orderBy(asc(invites.boundAt), asc(invites.inviteeId));
  const [first, second] = accepted;
  if (second) await tx.delete(invites).where(eq(invites.inviteeId, second.inviteeId));
  if (first) await tx.update(invites).set({ inviteeId: to }).where(eq(invites.inviteeId, first.inviteeId));
  await tx.update(invites).set({ inviterId: to }).where(eq(invites.inviterId, from));
  if (first && (await isAncestor(tx, to, first.inviterId)))
    await tx.delete(invites).where(eq(invites.inviteeId, to));
}

async function hasPaid(tx: Queries, userId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.paidAt)))
    .limit(1);
  return rows.length > 0;
}

/** Whether `ancestor` invited `userId`, directly or through others. */
async function isAncestor(tx: Queries, ancestor: string, userId: string): Promise<boolean> {
  const seen = new Set<string>();
  let at: string | undefined = userId;
  while (at !== undefined && !seen.has(at)) {
    if (at === ancestor) return true;
    seen.add(at);
    const rows: { inviterId: string }[] = await tx
      .select({ inviterId: invites.inviterId })
      .from(invites)
      .where(eq(invites.inviteeId, at));
    at = rows[0]?.inviterId;
  }
  return false;
}
