import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { findById, type StaffRow } from "./staff.repository.ts";

/** Returns the staff member with one of these roles. Throws "unauthenticated", "forbidden". */
export async function requireRole(
  queries: QueryRunner,
  staffId: string,
  roles: readonly StaffRow["role"][],
): Promise<StaffRow> {
  const member = await findById(queries, staffId);
  if (member === undefined) throw new AppError("unauthenticated");
  if (!roles.includes(member.role)) throw new AppError("forbidden");
  return member;
}

/** Returns a function that runs a handler for an admin; it throws "unauthenticated", "forbidden" for others. */
export function createAdminRunner(queries: QueryRunner) {
  return async <T>(staffId: string, work: () => Promise<T>): Promise<T> => {
    await requireRole(queries, staffId, ["admin"]);
    return await work();
  };
}

/** Returns the staff member's restaurant: their own, or for admins the requested one. Throws "forbidden". */
export async function requireRestaurantAccess(
  queries: QueryRunner,
  staffId: string,
  requestedId: string | undefined,
): Promise<{ member: StaffRow; restaurantId: string }> {
  const member = await requireRole(queries, staffId, ["store", "admin"]);
  if (member.role === "admin") {
    if (requestedId === undefined) throw invalid("请选择门店", "restaurant_id");
    return { member, restaurantId: requestedId };
  }
  const isOwn = requestedId === undefined || requestedId === member.restaurantId;
  if (member.restaurantId === null || !isOwn) throw new AppError("forbidden");
  return { member, restaurantId: member.restaurantId };
}
