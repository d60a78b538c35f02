import { categoryNameDefault, categoryRankDefault, deliveryTimeDefault } from "#contract/constants.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toCount, toNumber, toText } from "../../app/parse.ts";
import type { Dish } from "./Dish.ts";

/**
 * Factor from price to original price for a foreign host that omits the latter; our own server always sends
 * it.
 */
const originalPriceFactor = 1.1;

/** Parsed menu: the usable dishes, or the reason for none. */
export interface ParsedMenu {
  readonly dishes: readonly Dish[];
  /** `format`: not a list of dishes; `empty`: an empty list. */
  readonly fault: "format" | "empty" | null;
}

/** Parses any response of a menu endpoint: invalid dishes are dropped, gaps filled. */
export function parseMenu(response: unknown): ParsedMenu {
  const list = findList(response);
  if (list === null) return { dishes: [], fault: "format" };
  if (list.length === 0) return { dishes: [], fault: "empty" };
  const dishes = list.map(parseDish).filter((dish) => dish !== null);
  return { dishes: uniqueById(dishes), fault: dishes.length === 0 ? "format" : null };
}

function findList(response: unknown): unknown[] | null {
  if (Array.isArray(response)) return response;
  const data = isRecord(response) ? response.data : null;
  return Array.isArray(data) ? data : null;
}

function parseDish(raw: unknown): Dish | null {
  if (!isRecord(raw)) return null;
  const id = toText(raw.id);
  const name = toText(raw.name);
  const price = toNumber(raw.price);
  if (id === "" || name === "" || price === null || price <= 0) return null;
  const priceFen = Math.round(price);
  return {
    id,
    name,
    priceFen,
    originalPriceFen: toCount(raw.original_price) ?? Math.round(priceFen * originalPriceFactor),
    image: toText(raw.image),
    description: toText(raw.description),
    sales: toCount(raw.sales) ?? 0,
    stock: toCount(raw.stock),
    category: toText(raw.category) || categoryNameDefault,
    categoryRank: toNumber(raw.cat_rank) ?? categoryRankDefault,
    categoryIcon: toText(raw.category_icon) || toText(raw.icon),
    spuId: toText(raw.spu_id) || null,
    spuName: toText(raw.spu_name) || null,
    specName: toText(raw.spec_name) || null,
    minQuantity: toCount(raw.min_quantity),
    maxQuantity: toCount(raw.max_quantity),
    allergens: raw.allergens,
    nutrition: raw.nutrition,
    minimumFen: toCount(raw.min_order_amount) ?? 0,
    deliveryFeeFen: toCount(raw.delivery_fee) ?? 0,
    deliveryTime: toText(raw.delivery_time) || deliveryTimeDefault,
    isDeliverable: raw.is_available_for_delivery !== false,
  };
}

/** Keeps the first dish of a repeated id: a second one would share one cart line between two rows. */
function uniqueById(dishes: Dish[]): Dish[] {
  const seen = new Set<string>();
  return dishes.filter((dish) => !seen.has(dish.id) && seen.add(dish.id));
}
