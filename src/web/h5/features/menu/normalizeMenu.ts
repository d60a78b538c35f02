import { categoryNameDefault, categoryRankDefault, deliveryTimeDefault } from "#contract/constants.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { amountOf, numberOf, textOf } from "../../wireValues.ts";
import type { Dish } from "./Dish.ts";

/** The original price of a dish at a foreign host that leaves it out is the price times this; our own server never does. */
const originalPriceFactor = 1.1;

/** A menu as it came: the usable dishes, or why there are none. */
export interface NormalizedMenu {
  readonly dishes: readonly Dish[];
  /** `format`: not a list of dishes at all; `empty`: a list with nothing in it. */
  readonly fault: "format" | "empty" | null;
}

/** Reads any answer to a menu call (specification section 3 and 5): bad dishes are dropped, gaps filled. */
export function normalizeMenu(reply: unknown): NormalizedMenu {
  const list = listOf(reply);
  if (list === null) return { dishes: [], fault: "format" };
  if (list.length === 0) return { dishes: [], fault: "empty" };
  const dishes = list.map(dishOf).filter((dish) => dish !== null);
  return { dishes: uniqueById(dishes), fault: dishes.length === 0 ? "format" : null };
}

function listOf(reply: unknown): unknown[] | null {
  if (Array.isArray(reply)) return reply;
  const data = isRecord(reply) ? reply.data : null;
  return Array.isArray(data) ? data : null;
}

function dishOf(raw: unknown): Dish | null {
  if (!isRecord(raw)) return null;
  const id = textOf(raw.id);
  const name = textOf(raw.name);
  const price = numberOf(raw.price);
  if (id === "" || name === "" || price === null || price <= 0) return null;
  const priceFen = Math.round(price);
  return {
    id,
    name,
    priceFen,
    originalPriceFen: amountOf(raw.original_price) ?? Math.round(priceFen * originalPriceFactor),
    image: textOf(raw.image),
    description: textOf(raw.description),
    sales: amountOf(raw.sales) ?? 0,
    stock: amountOf(raw.stock),
    category: textOf(raw.category) || categoryNameDefault,
    categoryRank: numberOf(raw.cat_rank) ?? categoryRankDefault,
    categoryIcon: textOf(raw.category_icon) || textOf(raw.icon),
    spuId: textOf(raw.spu_id) || null,
    spuName: textOf(raw.spu_name) || null,
    specName: textOf(raw.spec_name) || null,
    minimumFen: amountOf(raw.min_order_amount) ?? 0,
    deliveryFeeFen: amountOf(raw.delivery_fee) ?? 0,
    deliveryTime: textOf(raw.delivery_time) || deliveryTimeDefault,
    isDeliverable: raw.is_available_for_delivery !== false,
  };
}

/** A repeated id would share one cart line between two rows: the first one stays. */
function uniqueById(dishes: Dish[]): Dish[] {
  const seen = new Set<string>();
  return dishes.filter((dish) => !seen.has(dish.id) && seen.add(dish.id));
}
