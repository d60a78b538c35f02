import { and, asc, count, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { deleteSessions } from "../../platform/security/session.repository.ts";
import { staffFactors, staffRecoveryCodes, staffTickets } from "../../schema/security.ts";
import { staff } from "../../schema/service.ts";

export type SecondFactorRow = typeof staffFactors.$inferSelect;

export async function insertTicket(tx: QueryRunner, row: typeof staffTickets.$inferInsert): Promise<void> {
  await tx.insert(staffTickets).values(row);
}

/** Finds the owner of a valid ticket. */
export async function findTicketOwner(tx: QueryRunner, hash: string, now: Date): Promise<string | undefined> {
  const rows = await tx
    .select({ staffId: staffTickets.staffId })
    .from(staffTickets)
    .where(and(eq(staffTickets.hash, hash), gt(staffTickets.expiresAt, now)));
  return rows[0]?.staffId;
}

export async function deleteTickets(tx: QueryRunner, staffId: string): Promise<void> {
  await tx.delete(staffTickets).where(eq(staffTickets.staffId, staffId));
}

/** Deletes expired tickets. */
export async function deleteExpiredTickets(queries: QueryRunner, now: Date): Promise<void> {
  await queries.delete(staffTickets).where(lt(staffTickets.expiresAt, now));
}

export async function isEnrolled(queries: QueryRunner, staffId: string): Promise<boolean> {
  const rows = await queries
    .select({ confirmedAt: staffFactors.confirmedAt })
    .from(staffFactors)
    .where(eq(staffFactors.staffId, staffId));
  return rows[0] !== undefined && rows[0].confirmedAt !== null;
}

/** Returns whether an account's codes are refused for now, after too many wrong ones. */
export async function isLocked(queries: QueryRunner, staffId: string, now: Date): Promise<boolean> {
  const rows = await queries
    .select({ staffId: staffFactors.staffId })
    .from(staffFactors)
    .where(and(eq(staffFactors.staffId, staffId), gt(staffFactors.lockedUntil, now)));
  return rows.length > 0;
}

/** Replaces an unconfirmed key; false when a confirmed one exists. */
export async function setPendingSecret(tx: QueryRunner, staffId: string, secret: string): Promise<boolean> {
  const rows = await tx
    .insert(staffFactors)
    .values({ staffId, secret })
    .onConflictDoUpdate({
      target: staffFactors.staffId,
      set: { secret },
      setWhere: isNull(staffFactors.confirmedAt),
    })
    .returning({ staffId: staffFactors.staffId });
  return rows.length > 0;
}

export async function lockFactor(tx: QueryRunner, staffId: string): Promise<SecondFactorRow | undefined> {
  const rows = await tx.select().from(staffFactors).where(eq(staffFactors.staffId, staffId)).for("update");
  return rows[0];
}

export async function updateFactor(
  tx: QueryRunner,
  staffId: string,
  values: Partial<Omit<SecondFactorRow, "staffId">>,
): Promise<void> {
  await tx.update(staffFactors).set(values).where(eq(staffFactors.staffId, staffId));
}

/** Replaces all recovery codes with new ones. */
export async function replaceRecoveryCodes(
  tx: QueryRunner,
  staffId: string,
  hashes: string[],
): Promise<void> {
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffId, staffId));
  await tx.insert(staffRecoveryCodes).values(hashes.map((hash) => ({ staffId, hash })));
}

/** Consumes a recovery code; false for an unknown or used one. */
export async function consumeRecoveryCode(
  tx: QueryRunner,
  staffId: string,
  hash: string,
  at: Date,
): Promise<boolean> {
  const { staffId: staffIdColumn, hash: hashColumn, usedAt } = staffRecoveryCodes;
  const rows = await tx
    .update(staffRecoveryCodes)
    .set({ usedAt: at })
    .where(and(eq(staffIdColumn, staffId), eq(hashColumn, hash), isNull(usedAt)))
    .returning({ hash: hashColumn });
  return rows.length > 0;
}

/** Deletes the factor with everything else that grants access: tickets and sessions. */
export async function deleteFactor(tx: QueryRunner, staffId: string): Promise<boolean> {
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffId, staffId));
  await deleteTickets(tx, staffId);
  await deleteSessions(tx, { audience: "staff", subjectId: staffId });
  const rows = await tx.delete(staffFactors).where(eq(staffFactors.staffId, staffId)).returning();
  return rows.length > 0;
}

/** Lists active admins by name, with when they enrolled and their number of remaining recovery codes. */
export async function listAdminsWithFactor(queries: QueryRunner, offset: number, limit: number) {
  const { id, name, phone } = staff;
  const rows = await queries
    .select({ id, name, phone, enrolledAt: staffFactors.confirmedAt })
    .from(staff)
    .leftJoin(staffFactors, eq(staffFactors.staffId, staff.id))
    .where(and(eq(staff.role, "admin"), isNull(staff.disabledAt)))
    .orderBy(asc(staff.name), asc(staff.id))
    .offset(offset)
    .limit(limit);
  const left = await queries
    .select({ staffId: staffRecoveryCodes.staffId, left: count() })
    .from(staffRecoveryCodes)
    .where(
      and(
        inArray(
          staffRecoveryCodes.staffId,
          rows.map((row) => row.id),
        ),
        isNull(staffRecoveryCodes.usedAt),
      ),
    )
    .groupBy(staffRecoveryCodes.staffId);
  const codesLeftByStaff = new Map(left.map((row) => [row.staffId, row.left]));
  return rows.map((row) => ({ ...row, codesLeft: codesLeftByStaff.get(row.id) ?? 0 }));
}
