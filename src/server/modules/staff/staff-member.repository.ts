import { and, asc, count, desc, eq, gt, ilike, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { tokens } from "../../schema/accounts.ts";
import { restaurants } from "../../schema/restaurants.ts";
import { staff } from "../../schema/service.ts";
import type { StaffRow } from "./staff.repository.ts";

/** Member of staff with the name of the restaurant and the number of live sessions. */
export interface MemberRow {
  member: StaffRow;
  restaurantName: string | null;
  sessions: number;
}

export interface MemberFilter {
  /** Part of the name or of the phone number; empty for all. */
  keyword: string;
  role: StaffRow["role"] | undefined;
  isDismissed: boolean;
  now: Date;
  offset: number;
  limit: number;
}

const isSessionOf = (staffId: string) => and(eq(tokens.audience, "staff"), eq(tokens.subjectId, staffId));

/** Takes the signs out that LIKE gives a meaning. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** Lists members of staff by name. */
export async function listMembers(queries: QueryRunner, filter: MemberFilter): Promise<MemberRow[]> {
  const pattern = `%${escapeLike(filter.keyword)}%`;
  const rows = await queries
    .select({ member: staff, restaurantName: restaurants.name })
    .from(staff)
    .leftJoin(restaurants, eq(restaurants.id, staff.restaurantId))
    .where(
      and(
        filter.isDismissed ? isNotNull(staff.disabledAt) : isNull(staff.disabledAt),
        filter.role ? eq(staff.role, filter.role) : undefined,
        filter.keyword ? or(ilike(staff.name, pattern), ilike(staff.phone, pattern)) : undefined,
      ),
    )
    .orderBy(asc(staff.name), asc(staff.id))
    .offset(filter.offset)
    .limit(filter.limit);
  return await withSessions(queries, rows, filter.now);
}

/** Finds a member of staff, dismissed or not. */
export async function findMember(
  queries: QueryRunner,
  staffId: string,
  now: Date,
): Promise<MemberRow | undefined> {
  const rows = await queries
    .select({ member: staff, restaurantName: restaurants.name })
    .from(staff)
    .leftJoin(restaurants, eq(restaurants.id, staff.restaurantId))
    .where(eq(staff.id, staffId));
  return (await withSessions(queries, rows, now))[0];
}

async function withSessions(
  queries: QueryRunner,
  rows: Omit<MemberRow, "sessions">[],
  now: Date,
): Promise<MemberRow[]> {
  const ids = rows.map(({ member }) => member.id);
  const counts = await queries
    .select({ id: tokens.subjectId, sessions: count() })
    .from(tokens)
    .where(and(eq(tokens.audience, "staff"), inArray(tokens.subjectId, ids), gt(tokens.expiresAt, now)))
    .groupBy(tokens.subjectId);
  const sessionsById = new Map(counts.map(({ id, sessions }) => [id, sessions]));
  return rows.map((row) => ({ ...row, sessions: sessionsById.get(row.member.id) ?? 0 }));
}

/** Locks the member of staff with a phone number, dismissed or not, until the transaction ends. */
export async function lockByPhone(tx: QueryRunner, phone: string): Promise<StaffRow | undefined> {
  const rows = await tx.select().from(staff).where(eq(staff.phone, phone)).for("update");
  return rows[0];
}

/**
 * Locks all active admins, so that no two of them dismiss each other at the same time; then the member of
 * staff. Returns the member, if active, and the number of admins.
 */
export async function lockMember(
  tx: QueryRunner,
  staffId: string,
): Promise<{ member: StaffRow | undefined; admins: number }> {
  const isActive = isNull(staff.disabledAt);
  const admins = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.role, "admin"), isActive))
    .orderBy(asc(staff.id))
    .for("update");
  const rows = await tx
    .select()
    .from(staff)
    .where(and(eq(staff.id, staffId), isActive))
    .for("update");
  return { member: rows[0], admins: admins.length };
}

/** Inserts a member of staff; false if the phone number is taken, also by somebody who was dismissed. */
export async function insertMember(tx: QueryRunner, row: typeof staff.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(staff).values(row).onConflictDoNothing().returning({ id: staff.id });
  return rows.length > 0;
}

export async function updateMember(
  tx: QueryRunner,
  staffId: string,
  values: Partial<Omit<StaffRow, "id">>,
): Promise<void> {
  await tx.update(staff).set(values).where(eq(staff.id, staffId));
}

export async function restaurantExists(queries: QueryRunner, id: string): Promise<boolean> {
  const rows = await queries.select({ id: restaurants.id }).from(restaurants).where(eq(restaurants.id, id));
  return rows.length > 0;
}

/** Lists live sessions: the one of `currentHash` first, then the last seen. */
export async function listSessions(
  queries: QueryRunner,
  filter: { staffId: string; currentHash: string; now: Date; offset: number; limit: number },
) {
  return await queries
    .select()
    .from(tokens)
    .where(and(isSessionOf(filter.staffId), gt(tokens.expiresAt, filter.now)))
    .orderBy(desc(sql`${tokens.hash} = ${filter.currentHash}`), desc(tokens.lastUsedAt), tokens.hash)
    .offset(filter.offset)
    .limit(filter.limit);
}

/** Deletes all sessions of a member of staff but the one of `exceptHash`; returns their number. */
export async function deleteSessions(tx: QueryRunner, staffId: string, exceptHash: string): Promise<number> {
  const rows = await tx
    .delete(tokens)
    .where(and(isSessionOf(staffId), ne(tokens.hash, exceptHash)))
    .returning({ hash: tokens.hash });
  return rows.length;
}
