import { pageSizeDefault } from "#contract/constants.ts";
import type { DishChange, RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import { parseLocalTime } from "../../platform/time/local-time.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { findBusinessDay, nextBusinessDayAt, type OpeningTimes } from "../restaurant/opening-hours.rules.ts";
import { findById, listByIds } from "../restaurant/restaurant.repository.ts";
import { requireRestaurantAccess } from "../staff/staff-access.rules.ts";
import * as repository from "./dish-settings.repository.ts";
import { presentRestaurantDish } from "./menu.presenter.ts";
import { listDishesByIds, type MenuRow } from "./menu.repository.ts";

/** Rows that a job changes in one transaction. */
const batchSize = 500;

interface RestaurantSelector {
  restaurant_id?: string;
}

interface DishesQuery extends RestaurantSelector {
  category_id?: string;
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
      categoryId: query.category_id,
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
   * does not sell, "rule_broken" for a time in the past.
   */
  async updateDish(
    staffId: string,
    { dish_id, restaurant_id, ...change }: RestaurantSelector & DishChange & { dish_id: string },
  ): Promise<RestaurantDish> {
    return await this.#deps.database.transaction(async (tx) => {
      const { restaurantId } = await requireRestaurantAccess(tx, staffId, restaurant_id);
      const [row] = await this.#change(tx, { staffId, restaurantId, ids: [dish_id], change });
      if (row === undefined) throw new AppError("not_found", {}, "门店没有这个商品");
      return presentRestaurantDish(row);
    });
  }

  /** Updates several dishes as `updateDish` does, all or none; returns how many. */
  async updateDishes(
    staffId: string,
    { dish_ids, restaurant_id, ...change }: RestaurantSelector & DishChange & { dish_ids: string[] },
  ): Promise<{ changed: number }> {
    return await this.#deps.database.transaction(async (tx) => {
      const { restaurantId } = await requireRestaurantAccess(tx, staffId, restaurant_id);
      const ids = [...new Set(dish_ids)];
      const rows = await this.#change(tx, { staffId, restaurantId, ids, change });
      if (rows.length < ids.length) throw new AppError("not_found", {}, "门店没有其中的商品，请刷新后重试");
      return { changed: rows.length };
    });
  }

  /** Restores stocks of the day and ends what was sold out until now; safe in several processes at once. */
  async sweep(): Promise<void> {
    const { database, clock } = this.#deps;
    for (const run of [resetDueStock, repository.endDueSoldOut]) {
      let changed: number;
      do changed = await database.transaction((tx) => run(tx, clock.now(), batchSize));
      while (changed === batchSize);
    }
  }

  async #change(
    tx: QueryRunner,
    request: { staffId: string; restaurantId: string; ids: string[]; change: DishChange },
  ): Promise<MenuRow[]> {
    const { staffId, restaurantId, ids, change } = request;
    const restaurant = await findById(tx, restaurantId);
    if (restaurant === undefined) throw new AppError("restaurant_not_found");
    const now = this.#deps.clock.now();
    await repository.updateStock(tx, restaurantId, ids, toStockChange(change, now, restaurant));
    const rows = await listDishesByIds(tx, restaurantId, ids);
    const entries = rows.map(({ id: dish_id }) => ({
      actor: staffId,
      action: "restaurant.dish",
      target: restaurantId,
      detail: { dish_id, ...change },
      createdAt: now,
    }));
    await insertAudit(tx, ...entries);
    return rows;
  }
}

/** Converts a request to what is stored. Throws "validation" for an empty one, "rule_broken" for a past time. */
function toStockChange(change: DishChange, now: Date, times: OpeningTimes): repository.StockChange {
  const nextDayAt = nextBusinessDayAt(now, times);
  const parseUntil = (text: string) => {
    if (text === "next_opening") return nextDayAt;
    const until = parseLocalTime(text);
    if (until === null || until <= now) throw ruleBroken("售罄的结束时间要晚于现在", "sold_out_until");
    return until;
  };
  const { sold_out, sold_out_until: until, stock, daily_stock: dailyStock } = change;
  if (Object.values(change).every((value) => value === undefined))
    throw invalid("请选择要修改的内容", "sold_out");
  if (until !== undefined && sold_out === false)
    throw ruleBroken("恢复供应时不能再设售罄时间", "sold_out_until");
  const soldOut = until === undefined ? sold_out : true;
  return {
    soldOut,
    soldOutUntil: until === undefined ? (sold_out === undefined ? undefined : null) : parseUntil(until),
    stock: stock === undefined && dailyStock !== null ? dailyStock : stock,
    dailyStock,
    stockDayAt: findBusinessDay(now, times).from,
    stockResetAt: nextDayAt,
  };
}

/** Restores stocks of the day that are due; returns how many, at most `limit`. */
async function resetDueStock(tx: QueryRunner, now: Date, limit: number): Promise<number> {
  const keys = await repository.lockDueStock(tx, now, limit);
  if (keys.length === 0) return 0;
  const ids = [...new Set(keys.map(({ restaurantId }) => restaurantId))];
  const days = (await listByIds(tx, ids)).map((row) => ({
    restaurantId: row.id,
    beganAt: findBusinessDay(now, row).from,
    nextAt: nextBusinessDayAt(now, row),
  }));
  await repository.resetStock(tx, keys, days);
  return keys.length;
}
