import { pageSizeDefault } from "#contract/constants.ts";
import type { StoreDesk, StoreDish } from "#contract/restaurant-admin/schema.ts";
import { AppError, invalid, ruleBroken } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Deps } from "../../platform/Deps.ts";
import { parseWall } from "../../platform/shanghai.ts";
import * as menu from "../menu/menu.repository.ts";
import { audit } from "../staff/staff.repository.ts";
import { requireStore } from "../staff/staff-access.ts";
import { presentDesk, presentStoreDish } from "./restaurant.presenter.ts";
import * as repository from "./restaurant.repository.ts";

/** A pause is for a rush or a broken oven; whoever closes for longer is not paused. */
const longestPauseMs = 7 * 86_400_000;

interface DishesQuery {
  restaurant_id?: string;
  keyword?: string;
  sold_out?: boolean;
  page?: number;
  pageSize?: number;
}

/** What a store switches itself: the pause, accepting by itself, and what is sold out. Every switch is in the audit log. */
export class StoreDeskService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async show(staffId: string, asked: string | undefined): Promise<StoreDesk> {
    const { queries } = this.#deps.database;
    const { restaurantId } = await requireStore(queries, staffId, asked);
    const row = await repository.byId(queries, restaurantId);
    if (row === undefined) throw new AppError("restaurant_not_found");
    return presentDesk(row, this.#deps.clock.now());
  }

  /** Takes no orders for now until a time of Asia/Shanghai; null ends the pause. */
  async pause(staffId: string, wish: { restaurant_id?: string; until: string | null }): Promise<StoreDesk> {
    const now = this.#deps.clock.now();
    const pausedUntil = wish.until === null ? null : parseWall(wish.until);
    if (wish.until !== null && pausedUntil === null) throw invalid("时间格式不正确", "until");
    if (pausedUntil !== null && (pausedUntil <= now || pausedUntil > later(now, longestPauseMs)))
      throw ruleBroken("请选择七天内的时间", "until");
    const values = { pausedUntil, pauseReason: null };
    return await this.#switch(staffId, wish.restaurant_id, values, "restaurant.pause", { until: wish.until });
  }

  async setAutoAccept(
    staffId: string,
    wish: { restaurant_id?: string; auto_accept: boolean },
  ): Promise<StoreDesk> {
    const { auto_accept: autoAccept } = wish;
    const detail = { auto_accept: autoAccept };
    return await this.#switch(staffId, wish.restaurant_id, { autoAccept }, "restaurant.auto-accept", detail);
  }

  async dishes(staffId: string, query: DishesQuery) {
    const { queries } = this.#deps.database;
    const { restaurantId } = await requireStore(queries, staffId, query.restaurant_id);
    if ((await repository.byId(queries, restaurantId)) === undefined)
      throw new AppError("restaurant_not_found");
    const { page = 1, pageSize = pageSizeDefault } = query;
    const counts = await menu.countDishes(queries, restaurantId);
    const found = await menu.pageOf(queries, restaurantId, {
      keyword: query.keyword?.trim(),
      soldOut: query.sold_out,
      offset: (page - 1) * pageSize,
      limit: pageSize + 1,
    });
    return {
      list: found.slice(0, pageSize).map(presentStoreDish),
      page,
      pageSize,
      has_more: found.length > pageSize,
      counts: { all: counts.all, sold_out: counts.soldOut },
    };
  }

  /** Menus and orders know of it at once. Throws "not_found" for a dish that the store does not sell. */
  async setDish(
    staffId: string,
    wish: { restaurant_id?: string; dish_id: string; sold_out?: boolean; stock?: number | null },
  ): Promise<StoreDish> {
    const { dish_id, sold_out, stock } = wish;
    if (sold_out === undefined && stock === undefined) throw invalid("请选择要修改的内容", "sold_out");
    return await this.#deps.database.transaction(async (tx) => {
      const { restaurantId } = await requireStore(tx, staffId, wish.restaurant_id);
      if (sold_out !== undefined) await menu.setSoldOut(tx, restaurantId, dish_id, sold_out);
      if (stock !== undefined) await menu.setStock(tx, restaurantId, dish_id, stock);
      const [switched] = await menu.menuRows(tx, restaurantId, [dish_id]);
      // Sold again with nothing left would be sold out still.
      if (sold_out === false && stock === undefined && switched?.stock === 0)
        await menu.setStock(tx, restaurantId, dish_id, null);
      const [row] = await menu.menuRows(tx, restaurantId, [dish_id]);
      if (row === undefined) throw new AppError("not_found", {}, "门店没有这个商品");
      const at = this.#deps.clock.now();
      const detail = {
        dish_id,
        ...(sold_out === undefined ? {} : { sold_out }),
        ...(stock === undefined ? {} : { stock }),
      };
      await audit(tx, { actor: staffId, action: "restaurant.dish", target: restaurantId, detail, at });
      return presentStoreDish(row);
    });
  }

  async #switch(
    staffId: string,
    asked: string | undefined,
    values: Partial<repository.RestaurantRow>,
    action: string,
    detail: Record<string, unknown>,
  ): Promise<StoreDesk> {
    const now = this.#deps.clock.now();
    return await this.#deps.database.transaction(async (tx) => {
      const { restaurantId } = await requireStore(tx, staffId, asked);
      const row = await repository.update(tx, restaurantId, values);
      if (row === undefined) throw new AppError("restaurant_not_found");
      await audit(tx, { actor: staffId, action, target: restaurantId, detail, at: now });
      return presentDesk(row, now);
    });
  }
}
