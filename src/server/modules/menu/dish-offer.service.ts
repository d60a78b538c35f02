import { pageSizeDefault } from "#contract/constants.ts";
import { formatYuan } from "#contract/money.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { listChain } from "../restaurant/restaurant-admin.repository.ts";
import * as drafts from "./dish-draft.repository.ts";
import * as repository from "./dish-offer.repository.ts";
import * as prices from "./dish-price.repository.ts";
import { insertMissingRows } from "./dish-settings.repository.ts";

interface Page {
  page?: number;
  pageSize?: number;
}

interface OfferRequest {
  dish_id: string;
  restaurant_ids?: string[];
  city_code?: string;
  is_offered?: boolean;
  price?: number | null;
}

/** Whether and at which price single restaurants sell the chain's dishes. Changes are effective at once. */
export class DishOfferService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Lists how restaurants sell the variants of a published dish, by code. Throws "not_found". */
  async list(query: Page & { spu_id: string; keyword?: string }) {
    const { page = 1, pageSize = pageSizeDefault, keyword = "" } = query;
    const { queries } = this.#deps.database;
    const variants = await this.#requireVariants(query.spu_id);
    const filter = { keyword: keyword.trim(), isClosed: false };
    const range = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const found = await listChain(queries, filter, range);
    const shown = found.slice(0, pageSize);
    const rows = await repository.listOffers(
      queries,
      shown.map(({ id }) => id),
      variants.map(({ dish_id }) => dish_id),
    );
    const list = shown.map(({ id, name, cityName, gbCityCode }) => ({
      restaurant_id: id,
      name,
      city: cityName,
      city_code: gbCityCode,
      variants: variants.map(({ dish_id, spec_name, price }) => {
        const row = rows.find(({ restaurantId, dishId }) => restaurantId === id && dishId === dish_id);
        return {
          dish_id,
          spec_name,
          is_offered: row?.offered ?? true,
          price: row?.priceFen ?? null,
          chain_price: price,
        };
      }),
    }));
    return { list, page, pageSize, has_more: found.length > pageSize };
  }

  /**
   * Sets how restaurants sell a dish: the named ones, those of a city, or all. Throws "not_found" for a dish
   * that is not published, "restaurant_not_found".
   */
  async set(actor: string, request: OfferRequest): Promise<{ changed: number }> {
    const {
      dish_id: dishId,
      restaurant_ids: ids,
      city_code: cityCode,
      is_offered: isOffered,
      price,
    } = request;
    if (isOffered === undefined && price === undefined) throw invalid("请选择要修改的内容", "price");
    return await this.#deps.database.transaction(async (tx) => {
      const dish = await repository.findDish(tx, dishId);
      if (dish === undefined) throw new AppError("not_found", {}, "菜品不存在，请刷新后重试");
      const targets = await repository.listTargets(tx, { ids, cityCode });
      if (targets.length === 0 || (ids && targets.length < new Set(ids).size))
        throw new AppError("restaurant_not_found");
      await insertMissingRows(tx, targets, [dishId]);
      const createdAt = this.#deps.clock.now();
      const change = { isOffered, priceFen: price, actor, createdAt };
      const changed = await repository.updateOffers(tx, dishId, targets, change);
      const [first] = changed;
      if (first === undefined) return { changed: 0 };
      const detail = {
        name: dish.name,
        restaurant: changed.length === 1 ? first : `${changed.length} 家门店`,
        ...(isOffered !== undefined && { is_offered: isOffered }),
        ...(price !== undefined && { price: price === null ? "总部价" : formatYuan(price) }),
      };
      await insertAudit(tx, { actor, action: "menu.offer", target: dishId, detail, createdAt });
      return { changed: changed.length };
    });
  }

  /** Lists the price changes of a dish and its variants, newest first. Throws "not_found". */
  async listPriceChanges({ spu_id, page = 1, pageSize = pageSizeDefault }: Page & { spu_id: string }) {
    const { queries } = this.#deps.database;
    const ids = await prices.listVariantIds(queries, spu_id);
    if (ids.length === 0) throw new AppError("not_found", {}, "菜品不存在或还没有发布");
    const found = await prices.listPriceChanges(queries, ids, {
      offset: (page - 1) * pageSize,
      limit: pageSize + 1,
    });
    const list = found.slice(0, pageSize).map(({ change, dishName, restaurantName, actorName }) => ({
      dish_id: change.dishId,
      dish_name: dishName,
      restaurant_name: restaurantName,
      from: change.fromFen,
      to: change.toFen,
      actor_name: actorName ?? change.actor,
      at: change.createdAt.toISOString(),
    }));
    return { list, page, pageSize, has_more: found.length > pageSize };
  }

  async #requireVariants(spuId: string) {
    const [dish] = await drafts.findDishes(this.#deps.database.queries, [spuId]);
    if (!dish?.published) throw new AppError("not_found", {}, "菜品不存在或还没有发布");
    return dish.published.variants;
  }
}
