import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { hasPaid } from "../order/order.repository.ts";
import { findByInviteCode, type UserRow } from "../user/user.repository.ts";
import { type InviteRow, update } from "./invite.repository.ts";
import {
  deleteInviteOf,
  deleteInvitesBetween,
  findInviterId,
  insertInvite,
  listInvitesOf,
  lockInvites,
  reassignInviter,
} from "./invite-binding.repository.ts";
import { recordEarlierQualifyingOrder, revokeReward } from "./invite-reward.service.ts";

const dayMs = 86_400_000;

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
  const row = { inviteeId: invitee.id, inviterId: inviter.id, status: "registered", boundAt: now } as const;
  await insertInvite(tx, row);
  await recordEarlierQualifyingOrder(tx, deps.chainSettings, invitee.id);
  return "bound";
}

/** Returns whether a customer can still bind an invite code. */
export async function canBindInvite(queries: QueryRunner, deps: Deps, invitee: UserRow): Promise<boolean> {
  return (await findInviterId(queries, invitee.id)) === undefined && !(await isLate(queries, deps, invitee));
}

/** Returns whether a customer is no longer new: signed up a while ago, and has a paid order. */
async function isLate(queries: QueryRunner, deps: Deps, { id, createdAt }: UserRow): Promise<boolean> {
  const { bind_days } = deps.chainSettings.current.invites;
  const isNew = addMs(createdAt, bind_days * dayMs) > deps.clock.now();
  return !isNew && (await hasPaid(queries, id));
}

/**
 * Moves one account's invites to another, those made and the one accepted; of two accepted ones the earlier
 * stays. Invites that would make a customer their own inviter, directly or indirectly, are deleted and their
 * reward revoked. Lock invites first, and move the points before.
 */
export async function mergeInvites(
  tx: QueryRunner,
  deps: Deps,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<void> {
  const revokeRewards = async (deleted: InviteRow[]) => {
    const mapId = (id: string) => (id === from ? to : id);
    for (const row of deleted) {
      const invite = { ...row, inviterId: mapId(row.inviterId), inviteeId: mapId(row.inviteeId) };
      await revokeReward(tx, deps.chainSettings, invite, now);
    }
  };
  await revokeRewards(await deleteInvitesBetween(tx, from, to));
  const [first, second] = await listInvitesOf(tx, [from, to]);
  if (second) await revokeRewards(await deleteInviteOf(tx, second.inviteeId));
  if (first) await update(tx, first.inviteeId, { inviteeId: to });
  await reassignInviter(tx, from, to);
  if (first && (await isAncestor(tx, to, first.inviterId))) await revokeRewards(await deleteInviteOf(tx, to));
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
