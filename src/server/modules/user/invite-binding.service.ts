import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { orders } from "../../schema/orders.ts";
import { invites } from "../../schema/rewards.ts";
import { recordEarlierQualifyingOrder, revokeReward } from "../invite/invite-reward.service.ts";
import { findByInviteCode, type UserRow } from "./user.repository.ts";

/**
 * Result of binding an invite code: "taken" when the customer has another inviter, "late" when the customer
 * is no longer new.
 */
export type InviteBindingResult = "bound" | "unknown" | "own" | "taken" | "late" | "loop";

/**
 * Binds a customer to an inviter; the first binding wins, and repeating it succeeds. Any result but "bound"
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
  // Concurrent mutual invites must see each other, so bindings run one at a time.
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

/** Returns whether a customer can still bind an invite code. */
export async function canBindInvite(queries: QueryRunner, deps: Deps, invitee: UserRow): Promise<boolean> {
  return (await findInviterId(queries, invitee.id)) === undefined && !(await isLate(queries, deps, invitee));
}

/** Returns whether a customer is no longer new: signed up a while ago, and has a paid order. */
async function isLate(queries: QueryRunner, deps: Deps, { id, createdAt }: UserRow): Promise<boolean> {
  const isNew = addMs(createdAt, deps.config.limits.inviteBindMs) > deps.clock.now();
  return !isNew && (await hasPaid(queries, id));
}

/** Serializes all changes of invites until the transaction ends. */
export async function lockInvites(tx: QueryRunner): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('invite-binding'))`);
}

/**
 * Moves one account's invites to another, those made and the one accepted; of two accepted ones the earlier
 * stays. Invites that would make a customer their own inviter, directly or indirectly, are deleted and their
 * reward revoked. Lock invites first, and move the points before.
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
    // The sort makes the planner use the customer's own index, however early it expects a match elsewhere.
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

/** Returns whether `ancestor` invited `userId`, directly or indirectly. */
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
