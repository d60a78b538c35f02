import { deliveryTimeDefault, minimumOrderFen } from "#contract/constants.ts";
import { deliveryFee } from "#contract/delivery-fee.ts";
import type { MenuItem, TakeawayItem } from "#contract/menu/schema.ts";
import type { MenuRow } from "./menu.repository.ts";

/** What a dish costs without an offer, in fen; its price when there is none, or a store asks more than that. */
export function originalPrice({
  priceFen,
  originalPriceFen,
}: Pick<MenuRow, "priceFen" | "originalPriceFen">) {
  return Math.max(priceFen, originalPriceFen ?? priceFen);
}

/** A dish as customers see it on a store's menu. */
export function presentItem(row: MenuRow): MenuItem {
  return {
    id: row.id,
    name: row.name,
    price: row.priceFen,
    original_price: originalPrice(row),
    image: row.image,
    description: row.description,
    sales: row.sales,
    stock: row.soldOut ? 0 : row.stock,
    category: row.category,
    cat_rank: row.categoryRank,
    category_icon: row.categoryIcon,
    spu_id: row.spuId,
    spu_name: row.spuName,
    spec_name: row.specName,
  };
}

/** The same with what bringing it costs at least. */
export function presentTakeawayItem(row: MenuRow): TakeawayItem {
  return {
    ...presentItem(row),
    delivery_fee: deliveryFee.baseFen,
    min_order_amount: minimumOrderFen,
    delivery_time: deliveryTimeDefault,
    is_available_for_delivery: row.takeaway,
  };
}
