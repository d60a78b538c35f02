import { pageSizeDefault } from "#contract/constants.ts";
import type { RestaurantDish, RestaurantSettings } from "#contract/staff/restaurant/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { parseLocalTime } from "../../platform/time/local-time.ts";
import * as menu from "../menu/menu.repository.ts";
import { insertAudit } from "../staff/staff.repository.ts";
import { requireRestaurantAccess } from "../staff/staff-access.rules.ts";
import { presentRestaurantDish, presentSettings } from "./restaurant.presenter.ts";
import * as repository from "./restaurant.repository.ts";

/** A pause is for a rush or a broken oven; a longer closure is not a pause. */
const maxPauseMs = 7 * 86_400_000;

interface DishesQuery {
  restaurant_id?: string;
  keyword?: string;
  sold_out?: boolean;
  page?: number;
  pageSize?: number;
}

/**
 * Settings that a restaurant changes itself: pause, automatic acceptance, and sold-out dishes. Every change
 * is in the audit log.
 */
export class RestaurantSettingsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async getSettings(staffId: string, requestedId: string | undefined): Promise<RestaurantSettings> {
    const { queries } = this.#deps.database;
    const { restaurantId } = await requireRestaurantAccess(queries, staffId, requestedId);
    const row = await repository.findById(queries, restaurantId);
    if (row === undefined) throw new AppError("restaurant_not_found");
    return presentSettings(row, this.#deps.clock.now());
  }

  /** Pauses immediate orders until a time of Asia/Shanghai; null ends the pause. */
  async pause(
    staffId: string,
    request: { restaurant_id?: string; until: string | null },
  ): Promise<RestaurantSettings> {
    const now = this.#deps.clock.now();
    const pausedUntil = request.until === null ? null : parseLocalTime(request.until);
    if (request.until !== null && pausedUntil === null) throw invalid("时间格式不正确", "until");
    if (pausedUntil !== null && (pausedUntil <= now || pausedUntil > addMs(now, maxPauseMs)))
      throw ruleBroken("请选择七天内的时间", "until");
    const values = { pausedUntil, pauseReason: null };
    return await this.#update(staffId, request.restaurant_id, values, "restaurant.pause", {
      until: request.until,
    });
  }

  async setAutoAccept(
    staffId: string,
    request: { restaurant_id?: string; auto_accept: boolean },
  ): Promise<RestaurantSettings> {
    const { auto_accept: autoAccept } = request;
    const detail = { auto_accept: autoAccept };
    return await this.#update(
      staffId,
      request.restaurant_id,
      { autoAccept },
      "restaurant.auto-accept",
      detail,
    );
  }

  async listDishes(staffId: string, query: DishesQuery) {
    const { queries } = this.#deps.database;
    const { restaurantId } = await requireRestaurantAccess(queries, staffId, query.restaurant_id);
    if ((await repository.findById(queries, restaurantId)) === undefined)
      throw new AppError("restaurant_not_found");
    const { page = 1, pageSize = pageSizeDefault } = query;
    const counts = await menu.countDishes(queries, restaurantId);
    const found = await menu.findPage(queries, restaurantId, {
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
      if (sold_out !== undefined) await menu.setSoldOut(tx, restaurantId, dish_id, sold_out);
      if (stock !== undefined) await menu.setStock(tx, restaurantId, dish_id, stock);
      const [updated] = await menu.listDishesByIds(tx, restaurantId, [dish_id]);
      // A dish switched on with a stock of 0 would still be sold out.
      if (sold_out === false && stock === undefined && updated?.stock === 0)
        await menu.setStock(tx, restaurantId, dish_id, null);
      const [row] = await menu.listDishesByIds(tx, restaurantId, [dish_id]);
      if (row === undefined) throw new AppError("not_found", {}, "门店没有这个商品");
      const at = this.#deps.clock.now();
      const detail = {
        dish_id,
        ...(sold_out === undefined ? {} : { sold_out }),
        ...(stock === undefined ? {} : { stock }),
      };
      await insertAudit(tx, { actor: staffId, action: "restaurant.dish", target: restaurantId, detail, at });
      return presentRestaurantDish(row);
    });
  }

  async #update(
    staffId: string,
    requestedId: string | undefined,
    values: Partial<repository.RestaurantRow>,
    action: string,
    detail: Record<string, unknown>,
  ): Promise<RestaurantSettings> {
    const now = this.#deps.clock.now();
    return await this.#deps.database.transaction(async (tx) => {
      const { restaurantId } = await requireRestaurantAccess(tx, staffId, requestedId);
      const row = await repository.update(tx, restaurantId, values);
      if (row === undefined) throw new AppError("restaurant_not_found");
      await insertAudit(tx, { actor: staffId, action, target: restaurantId, detail, at: now });
      return presentSettings(row, now);
    });
  }
}
