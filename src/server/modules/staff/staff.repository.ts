import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { staff } from "../../schema/service.ts";

export type StaffRow = typeof staff.$inferSelect;

/** Finds an active staff member by phone number. */
export async function findByPhone(queries: QueryRunner, phone: string): Promise<StaffRow | undefined> {
  const rows = await queries
    .select()
    .from(staff)
    .where(and(eq(staff.phone, phone), isNull(staff.disabledAt)));
  return rows[0];
}

/** Finds an active staff member by id. */
export async function findById(queries: QueryRunner, id: string): Promise<StaffRow | undefined> {
  const rows = await queries
    .select()
    .from(staff)
    .where(and(eq(staff.id, id), isNull(staff.disabledAt)));
  return rows[0];
}

/** Lists active staff with these roles by name; 200 at most. */
export async function listByRoles(queries: QueryRunner, roles: StaffRow["role"][]): Promise<StaffRow[]> {
  return await queries
    .select()
    .from(staff)
    .where(and(inArray(staff.role, roles), isNull(staff.disabledAt)))
    .orderBy(asc(staff.name), asc(staff.id))
    .limit(200);
}
