import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { orders } from "../../schema/orders.ts";
import { invites } from "../../schema/rewards.ts";
import { recordEarlierQualifyingOrder, revokeReward } from "../invite/invite-reward.service.ts";
import { findByInviteCode, type UserRow } from "./user.repository.ts";

/** What became of an invite code: "taken" when somebody else invited the customer first, "late" when no longer new. */
export type InviteBindingResult = "bound" | "unknown" | "own" | "taken" | "late" | "loop";

/**
 * Remembers who invited a customer; the first binding wins, and the same one again is fine. Anything but "bound"
 * changes nothing: a bad code never blocks a login.
 */
export async function bindInvite(
  tx: QueryRunner,
  deps: Deps,
  invitee: UserRow,
  code: string,
): Promise<InviteBindingResult> {
  const inviter = await findByInviteCode(tx, code.trim().toUpperCase());
  if (inviter === undefined) return "unknown";
  if (inviter.id === invitee.id) return "own";
  const now = deps.clock.now();
  // Two people who invite each other at the same moment must see one another: bindings happen one by one.
  await lockInvites(tx);
  const existingInviterId = await findInviterId(tx, invitee.id);
  if (existingInviterId !== undefined) return existingInviterId === inviter.id ? "bound" : "taken";
  if (await isLate(tx, deps, invitee)) return "late";
  if (await isAncestor(tx, invitee.id, inviter.id)) return "loop";
  await tx
    .insert(invites)
    .values({ inviteeId: invitee.id, inviterId: inviter.id, status: "registered", boundAt: now });
  await recordEarlierQualifyingOrder(tx, invitee.id);
  return "bound";
}

/** Whether a customer can still say who invited them. */
export async function canBindInvite(queries: QueryRunner, deps: Deps, invitee: UserRow): Promise<boolean> {
  return (await findInviterId(queries, invitee.id)) === undefined && !(await isLate(queries, deps, invitee));
}

/** No longer new: signed up a while ago, and has paid for a meal. */
async function isLate(queries: QueryRunner, deps: Deps, { id, createdAt }: UserRow): Promise<boolean> {
  const isNew = addMs(createdAt, deps.config.limits.inviteBindMs) > deps.clock.now();
  return !isNew && (await hasPaid(queries, id));
}

/** Makes those who change who invited whom wait for each other. */
export async function lockInvites(tx: QueryRunner): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('invite-binding'))`);
}

/**
 * Gives one account's invitations to another, those made and the one accepted; of two that were accepted the earlier
 * stays. What would make somebody their own inviter, directly or through others, is dropped, and its reward goes back.
 * Lock invites first, and move the points before.
 */
export async function mergeInvites(tx: QueryRunner, from: string, to: string, now: Date): Promise<void> {
  const deleteInvites = async (condition: SQL | undefined) => {
    for (const row of await tx.delete(invites).where(condition).returning()) {
      const mapId = (id: string) => (id === from ? to : id);
      await revokeReward(
        tx,
        { ...row, inviterId: mapId(row.inviterId), inviteeId: mapId(row.inviteeId) },
        now,
      );
    }
  };
  const isBetween = or(
    and(eq(invites.inviteeId, from), eq(invites.inviterId, to)),
    and(eq(invites.inviteeId, to), eq(invites.inviterId, from)),
  );
  await deleteInvites(isBetween);
  const invitesOfBoth = await tx
    .select()
    .from(invites)
    .where(inArray(invites.inviteeId, [from, to]))
    .orderBy(asc(invites.boundAt), asc(invites.inviteeId));
  const [first, second] = invitesOfBoth;
  if (second) await deleteInvites(eq(invites.inviteeId, second.inviteeId));
  if (first) await tx.update(invites).set({ inviteeId: to }).where(eq(invites.inviteeId, first.inviteeId));
  await tx.update(invites).set({ inviterId: to }).where(eq(invites.inviterId, from));
  if (first && (await isAncestor(tx, to, first.inviterId))) await deleteInvites(eq(invites.inviteeId, to));
}

async function hasPaid(tx: QueryRunner, userId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.paidAt)))
    // Along the customer's own index, however many orders the first one is expected to be among.
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  return rows.length > 0;
}

async function findInviterId(tx: QueryRunner, userId: string): Promise<string | undefined> {
  const rows = await tx
    .select({ inviterId: invites.inviterId })
    .from(invites)
    .where(eq(invites.inviteeId, userId));
  return rows[0]?.inviterId;
}

/** Whether `ancestor` invited `userId`, directly or through others. */
async function isAncestor(tx: QueryRunner, ancestor: string, userId: string): Promise<boolean> {
  const seen = new Set<string>();
  let currentId: string | undefined = userId;
  while (currentId !== undefined && !seen.has(currentId)) {
    if (currentId === ancestor) return true;
    seen.add(currentId);
    currentId = await findInviterId(tx, currentId);
  }
  return false;
}
