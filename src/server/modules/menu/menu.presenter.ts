import { type DeliveryTerms, formatDeliveryTime } from "#contract/delivery-terms.ts";
import { type Nutrient, type Nutrition, nutrientNames } from "#contract/menu/dish-facts.ts";
import type { MenuItem, TakeawayItem } from "#contract/menu/schema.ts";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import type { MenuRow } from "./menu.repository.ts";

/**
 * Returns a dish's price without its offer, in fen; `priceFen` without an offer, or when a restaurant charges
 * more.
 */
export function originalPrice({
  priceFen,
  originalPriceFen,
}: Pick<MenuRow, "priceFen" | "originalPriceFen">) {
  return Math.max(priceFen, originalPriceFen ?? priceFen);
}

/**
 * Returns the portions of a dish that can be ordered, null for no limit: none of one that is sold out, or has fewer left
 * than an order needs.
 */
export function getSellableStock({ soldOut, stock, spuId, minQuantity }: MenuRow): number | null {
  const isTooFew = spuId === null && stock !== null && stock < (minQuantity ?? 0);
  return soldOut || isTooFew ? 0 : stock;
}

/** Converts a menu row to the dish shown to customers. */
export function presentItem(row: MenuRow): MenuItem {
  return {
    id: row.id,
    name: row.name,
    price: row.priceFen,
    original_price: originalPrice(row),
    image: row.image,
    description: row.description,
    sales: row.sales,
    stock: getSellableStock(row),
    category: row.category,
    cat_rank: row.categoryRank,
    category_icon: row.categoryIcon,
    spu_id: row.spuId,
    spu_name: row.spuName,
    spec_name: row.specName,
    ...(row.minQuantity !== null && { min_quantity: row.minQuantity }),
    ...(row.maxQuantity !== null && { max_quantity: row.maxQuantity }),
    ...(row.allergens !== null && { allergens: row.allergens }),
    ...(row.nutrition !== null && { nutrition: presentNutrition(row.nutrition) }),
  };
}

/** Returns the nutrients that are stated. */
function presentNutrition(nutrition: Nutrition): Exclude<MenuItem["nutrition"], undefined> {
  const stated: Partial<Record<Nutrient, number>> = {};
  for (const name of nutrientNames) {
    const value = nutrition[name];
    if (value !== null) stated[name] = value;
  }
  return stated;
}

/** Converts a menu row to a dish of the home page, which shows no details of it. */
export function presentPopularItem(row: MenuRow, terms: DeliveryTerms): TakeawayItem {
  return presentTakeawayItem({ ...row, allergens: null, nutrition: null }, terms);
}

/** Converts a menu row to a takeaway dish, with the lowest delivery fee of its restaurant. */
export function presentTakeawayItem(row: MenuRow, terms: DeliveryTerms): TakeawayItem {
  return {
    ...presentItem(row),
    delivery_fee: terms.feeFen,
    min_order_amount: terms.minimumFen,
    delivery_time: formatDeliveryTime(terms),
    is_available_for_delivery: row.takeaway,
  };
}

/** Converts a menu row to a dish in the restaurant settings. */
export function presentRestaurantDish(row: MenuRow): RestaurantDish {
  return {
    dish_id: row.id,
    name: row.name,
    spec_name: row.specName,
    category: row.category,
    image: row.image,
    price: row.priceFen,
    stock: row.stock,
    daily_stock: row.dailyStock,
    sold_out: row.soldOut || row.stock === 0,
    sold_out_until: row.soldOutUntil?.toISOString() ?? null,
  };
}
