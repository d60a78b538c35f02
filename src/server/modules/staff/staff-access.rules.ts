import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { findById, type StaffRow } from "./staff.repository.ts";
import { listRestaurantIds, worksAt } from "./staff-restaurant.repository.ts";

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

/** Returns whether a member may act on what belongs to a restaurant: restaurant staff only on what is of theirs. */
export async function canActAt(
  queries: QueryRunner,
  member: StaffRow,
  restaurantId: string,
): Promise<boolean> {
  return member.role !== "store" || (await worksAt(queries, member.id, restaurantId));
}

/**
 * Returns which of their restaurants a member with the role "store" means: the requested one, or without a request
 * the only one. Throws "forbidden" for another one and without any, "validation" for a choice that is missing.
 */
export async function requireOwnRestaurant(
  queries: QueryRunner,
  staffId: string,
  requestedId: string | undefined,
): Promise<string> {
  if (requestedId !== undefined) {
    if (!(await worksAt(queries, staffId, requestedId))) throw new AppError("forbidden");
    return requestedId;
  }
  const [own, second] = await listRestaurantIds(queries, staffId, 2);
  if (own === undefined) throw new AppError("forbidden", {}, "您还没有门店，请联系总部");
  if (second !== undefined) throw invalid("请选择门店", "restaurant_id");
  return own;
}

/**
 * Returns the restaurant that a staff member means: one of their own, or for admins any that is requested. Throws
 * "forbidden", "validation" for a choice that is missing.
 */
export async function requireRestaurantAccess(
  queries: QueryRunner,
  staffId: string,
  requestedId: string | undefined,
): Promise<{ member: StaffRow; restaurantId: string }> {
  const member = await requireRole(queries, staffId, ["store", "admin"]);
  if (member.role === "store")
    return { member, restaurantId: await requireOwnRestaurant(queries, staffId, requestedId) };
  if (requestedId === undefined) throw invalid("请选择门店", "restaurant_id");
  return { member, restaurantId: requestedId };
}
