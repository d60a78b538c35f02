import { restaurantsPerMemberMax } from "#contract/staff/member/limits.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { requireOwnRestaurant, requireRole } from "../staff/staff-access.rules.ts";
import { listRestaurantIds } from "../staff/staff-restaurant.repository.ts";

/** Decides whose figures a member of staff may read: admins everything, restaurant staff their own restaurants. */
export class FigureAccessService {
  readonly #queries: QueryRunner;

  constructor(queries: QueryRunner) {
    this.#queries = queries;
  }

  /**
   * Returns a filter with the restaurant that a member means; admins may leave it out for the whole chain. Throws
   * "unauthenticated", "forbidden", "validation" for a choice that is missing.
   */
  async limitToRestaurant<Filter extends { restaurant_id?: string }>(
    staffId: string,
    filter: Filter,
  ): Promise<Filter> {
    const member = await requireRole(this.#queries, staffId, ["store", "admin"]);
    if (member.role === "admin") return filter;
    return {
      ...filter,
      restaurant_id: await requireOwnRestaurant(this.#queries, staffId, filter.restaurant_id),
    };
  }

  /** Lists the restaurants of restaurant staff; null for admins, who may read all. Throws "unauthenticated", "forbidden". */
  async listRestaurants(staffId: string): Promise<string[] | null> {
    const member = await requireRole(this.#queries, staffId, ["store", "admin"]);
    if (member.role === "admin") return null;
    const own = await listRestaurantIds(this.#queries, staffId, restaurantsPerMemberMax);
    if (own.length === 0) throw new AppError("forbidden", {}, "您还没有门店，请联系总部");
    return own;
  }
}
