import { restaurantsPerMemberMax } from "#contract/staff/member/limits.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import type { StaffRow } from "./staff.repository.ts";
import { lockRestaurants } from "./staff-restaurant.repository.ts";

/** Name and work of a member of staff; only the role "store" belongs to restaurants. */
export interface StaffPosition {
  name: string;
  role: StaffRow["role"];
  restaurant_ids?: readonly string[];
}

/** A form as it is stored; the codes of restaurants in order, each once. */
export type Position = Pick<StaffRow, "name" | "role"> & { restaurantIds: string[] };

/** Returns a position as the audit log tells it. */
export function toDetail({ name, role, restaurantIds }: Position): Record<string, string> {
  return { name, role, ...(restaurantIds.length > 0 && { restaurant: restaurantIds.join("、") }) };
}

/**
 * Reads name, role and restaurants of a form. Throws "validation", "restaurant_not_found", "rule_broken" for a restaurant
 * that is closed for good and for too many.
 */
export async function toPosition(
  tx: QueryRunner,
  { name, role, restaurant_ids: typed = [] }: StaffPosition,
): Promise<Position> {
  if (name.trim() === "") throw invalid("请输入姓名", "name");
  if (role !== "store") return { name: name.trim(), role, restaurantIds: [] };
  const field = "restaurant_ids";
  const ids = [...new Set(typed)];
  if (ids.length === 0) throw invalid("请选择门店", field);
  if (ids.length > restaurantsPerMemberMax)
    throw ruleBroken(`一位员工最多在 ${restaurantsPerMemberMax} 家门店`, field);
  const found = await lockRestaurants(tx, ids);
  const known = new Set(found.map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new AppError("restaurant_not_found", { field }, `没有编号为 ${unknown.join("、")} 的门店`);
  const closed = found.find(({ closedAt }) => closedAt !== null);
  if (closed !== undefined) throw ruleBroken(`${closed.name}已永久关店，请选择其他门店`, field);
  return { name: name.trim(), role, restaurantIds: found.map(({ id }) => id) };
}
