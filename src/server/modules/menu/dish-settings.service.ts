import { pageSizeDefault } from "#contract/constants.ts";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { findById } from "../restaurant/restaurant.repository.ts";
import { requireRestaurantAccess } from "../staff/staff-access.rules.ts";
import { presentRestaurantDish } from "./menu.presenter.ts";
import * as repository from "./menu.repository.ts";

interface DishesQuery {
  restaurant_id?: string;
  keyword?: string;
  sold_out?: boolean;
  page?: number;
  pageSize?: number;
}

/** Sold-out dishes and stock, which a restaurant's staff set. Every change is in the audit log. */
export class DishSettingsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async listDishes(staffId: string, query: DishesQuery) {
    const { queries } = this.#deps.database;
    const { restaurantId } = await requireRestaurantAccess(queries, staffId, query.restaurant_id);
    if ((await findById(queries, restaurantId)) === undefined) throw new AppError("restaurant_not_found");
    const { page = 1, pageSize = pageSizeDefault } = query;
    const counts = await repository.countDishes(queries, restaurantId);
    const found = await repository.findPage(queries, restaurantId, {
      keyword: query.keyword?.trim(),
      soldOut: query.sold_out,
      offset: (page - 1) * pageSize,
      limit: pageSize + 1,
    });
    return {
      list: found.slice(0, pageSize).map(presentRestaurantDish),
      page,
      pageSize,
      has_more: found.length > pageSize,
      counts: { all: counts.all, sold_out: counts.soldOut },
    };
  }

  /**
   * Updates a dish, effective at once for menus and orders. Throws "not_found" for a dish that the restaurant
   * does not sell.
   */
  async updateDish(
    staffId: string,
    request: { restaurant_id?: string; dish_id: string; sold_out?: boolean; stock?: number | null },
  ): Promise<RestaurantDish> {
    const { dish_id, sold_out, stock } = request;
    if (sold_out === undefined && stock === undefined) throw invalid("请选择要修改的内容", "sold_out");
    return await this.#deps.database.transaction(async (tx) => {
      const { restaurantId } = await requireRestaurantAccess(tx, staffId, request.restaurant_id);
      if (sold_out !== undefined) await repository.setSoldOut(tx, restaurantId, dish_id, sold_out);
      if (stock !== undefined) await repository.setStock(tx, restaurantId, dish_id, stock);
      const [updated] = await repository.listDishesByIds(tx, restaurantId, [dish_id]);
      // A dish switched on with a stock of 0 would still be sold out.
      if (sold_out === false && stock === undefined && updated?.stock === 0)
        await repository.setStock(tx, restaurantId, dish_id, null);
      const [row] = await repository.listDishesByIds(tx, restaurantId, [dish_id]);
      if (row === undefined) throw new AppError("not_found", {}, "门店没有这个商品");
      const at = this.#deps.clock.now();
      const detail = {
        dish_id,
        ...(sold_out === undefined ? {} : { sold_out }),
        ...(stock === undefined ? {} : { stock }),
      };
      await insertAudit(tx, {
        actor: staffId,
        action: "restaurant.dish",
        target: restaurantId,
        detail,
        createdAt: at,
      });
      return presentRestaurantDish(row);
    });
  }
}
