import { and, asc, eq, ilike, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { isOneOf } from "../../platform/database/one-of.ts";
import { staff } from "../../schema/service.ts";
import type { StaffRow } from "./staff.repository.ts";

export interface MemberFilter {
  /** Part of the name or of the phone number; empty for all. */
  keyword: string;
  role: StaffRow["role"] | undefined;
  isDismissed: boolean;
}

/** Part of a list by name: a page by its offset, or what comes after a member. */
interface MemberPage {
  offset?: number;
  after?: { name: string; id: string } | undefined;
  limit: number;
}

/** What members are asked for; `dismissed` for those who no longer work here. */
export interface MemberQuery {
  keyword?: string;
  role?: StaffRow["role"];
  dismissed?: boolean;
}

/** Returns the filter of a query. */
export function parseMemberFilter({ keyword = "", role, dismissed = false }: MemberQuery): MemberFilter {
  return { keyword: keyword.trim(), role, isDismissed: dismissed };
}

/** Takes the signs out that LIKE gives a meaning. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** Lists members of staff by name. */
export async function listMembers(
  queries: QueryRunner,
  filter: MemberFilter,
  { offset = 0, after, limit }: MemberPage,
): Promise<StaffRow[]> {
  const pattern = `%${escapeLike(filter.keyword)}%`;
  return await queries
    .select()
    .from(staff)
    .where(
      and(
        filter.isDismissed ? isNotNull(staff.disabledAt) : isNull(staff.disabledAt),
        filter.role ? eq(staff.role, filter.role) : undefined,
        filter.keyword ? or(ilike(staff.name, pattern), ilike(staff.phone, pattern)) : undefined,
        after && sql`(${staff.name}, ${staff.id}) > (${after.name}, ${after.id})`,
      ),
    )
    .orderBy(asc(staff.name), asc(staff.id))
    .offset(offset)
    .limit(limit);
}

/** Finds a member of staff, dismissed or not. */
export async function findMember(queries: QueryRunner, staffId: string): Promise<StaffRow | undefined> {
  const rows = await queries.select().from(staff).where(eq(staff.id, staffId));
  return rows[0];
}

/** Finds the names of members of staff, dismissed or not, by their ids. */
export async function findNames(queries: QueryRunner, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(isOneOf(staff.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lists the members of staff with these phone numbers, dismissed or not. */
export async function listByPhones(queries: QueryRunner, phones: readonly string[]): Promise<StaffRow[]> {
  return await queries
    .select()
    .from(staff)
    .where(inArray(staff.phone, [...phones]));
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

/** Inserts a member of staff; false if the phone number is taken, be it by a dismissed member. */
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
