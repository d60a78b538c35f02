import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { invites } from "../../schema/rewards.ts";
import type { InviteRow } from "./invite.repository.ts";

/** Serializes all changes of invites until the transaction ends. */
export async function lockInvites(tx: QueryRunner): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('invite-binding'))`);
}

/** Finds who invited a customer. */
export async function findInviterId(tx: QueryRunner, userId: string): Promise<string | undefined> {
  const rows = await tx
    .select({ inviterId: invites.inviterId })
    .from(invites)
    .where(eq(invites.inviteeId, userId));
  return rows[0]?.inviterId;
}

export async function insertInvite(tx: QueryRunner, row: typeof invites.$inferInsert): Promise<void> {
  await tx.insert(invites).values(row);
}

/** Deletes the invites by which one of two customers invited the other; returns them. */
export async function deleteInvitesBetween(
  tx: QueryRunner,
  first: string,
  second: string,
): Promise<InviteRow[]> {
  const isBetween = or(
    and(eq(invites.inviteeId, first), eq(invites.inviterId, second)),
    and(eq(invites.inviteeId, second), eq(invites.inviterId, first)),
  );
  return await tx.delete(invites).where(isBetween).returning();
}

/** Deletes the invite that a customer accepted; returns it, if there is one. */
export async function deleteInviteOf(tx: QueryRunner, inviteeId: string): Promise<InviteRow[]> {
  return await tx.delete(invites).where(eq(invites.inviteeId, inviteeId)).returning();
}

/** Lists the invites that these customers accepted, the earliest first. */
export async function listInvitesOf(tx: QueryRunner, inviteeIds: string[]): Promise<InviteRow[]> {
  return await tx
    .select()
    .from(invites)
    .where(inArray(invites.inviteeId, inviteeIds))
    .orderBy(asc(invites.boundAt), asc(invites.inviteeId));
}

/** Moves all invites that a customer made to another customer. */
export async function reassignInviter(tx: QueryRunner, from: string, to: string): Promise<void> {
  await tx.update(invites).set({ inviterId: to }).where(eq(invites.inviterId, from));
}
