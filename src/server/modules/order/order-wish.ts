import { deliveryTimeDefault, minimumOrderFen } from "#contract/constants.ts";
import { distanceMetres } from "#contract/distance.ts";
import { type ErrorWord, errors } from "#contract/errors.ts";
import { yuanText } from "#contract/money.ts";
import type { OrderWish, Problem, Quote } from "#contract/order/quote.schema.ts";
import { AppError, invalid } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { AddressRow } from "../address/address.repository.ts";
import { ownedBy } from "../address/address.repository.ts";
import { menuRows } from "../menu/menu.repository.ts";
import { isServedAt } from "../menu/menu.service.ts";
import { deliversTo } from "../restaurant/delivery-area.ts";
import { openingAt } from "../restaurant/opening.ts";
import { type RestaurantRow, byId as restaurantById } from "../restaurant/restaurant.repository.ts";
import { deliveryFor, missingFen, type Pricing, priceWish } from "./pricing.ts";

/** A wish held against the store, the address and the menu as they are now. */
export interface ResolvedWish {
  restaurant: RestaurantRow;
  address: AddressRow | null;
  distanceM: number | null;
  pricing: Pricing;
  deliveryFeeFen: number;
  totalFen: number;
  problems: Problem[];
}

function requireDistinct(items: OrderWish["items"]): void {
  if (new Set(items.map((item) => item.id)).size !== items.length)
    throw invalid("同一商品请合并数量", "items");
}

async function addressOf(queries: Queries, userId: string, wish: OrderWish): Promise<AddressRow | null> {
  if (!wish.address_id) return null;
  const address = await ownedBy(queries, userId, wish.address_id);
  if (address === undefined)
    throw new AppError("not_found", { field: "address_id" }, "收货地址不存在，请重新选择");
  return address;
}

function problem(error: Problem["error"] & ErrorWord, missing: number | null = null): Problem {
  const msg = missing === null ? errors[error][1] : `还差¥${yuanText(missing)}起送`;
  return { error, msg, missing };
}

function problemsOf(
  restaurant: RestaurantRow,
  address: AddressRow | null,
  goodsFen: number,
  now: Date,
): Problem[] {
  const problems: Problem[] = [];
  if (address === null) problems.push(problem("address_required"));
  if (!openingAt(restaurant, now).isImmediate) problems.push(problem("restaurant_closed"));
  if (address !== null && !deliversTo(restaurant, address)) problems.push(problem("out_of_range"));
  const missing = missingFen(goodsFen);
  if (missing > 0) problems.push(problem("below_minimum", missing));
  return problems;
}

/** Holds a takeaway wish against the database. Throws for a store or address that does not exist. */
export async function resolveWish(
  queries: Queries,
  userId: string,
  wish: OrderWish,
  now: Date,
): Promise<ResolvedWish> {
  // Pick-up, dine-in, booked times and vouchers belong to ordering in the store, which is not open yet.
  if (wish.order_type !== "takeaway" || wish.booking_time || wish.third_party_order_id)
    throw new AppError("not_built");
  requireDistinct(wish.items);
  const restaurant = await restaurantById(queries, wish.restaurant_id);
  if (restaurant === undefined) throw new AppError("restaurant_not_found");
  const address = await addressOf(queries, userId, wish);
  const rows = await menuRows(
    queries,
    restaurant.id,
    wish.items.map((item) => item.id),
  );
  const pricing = priceWish(
    wish.items,
    rows.filter((row) => row.takeaway),
    (row) => isServedAt(row, now),
  );
  const distanceM = address && distanceMetres(restaurant, address);
  const fee = deliveryFor(pricing.goodsFen, distanceM);
  const problems = problemsOf(restaurant, address, pricing.goodsFen, now);
  return {
    restaurant,
    address,
    distanceM,
    pricing,
    deliveryFeeFen: fee,
    totalFen: pricing.goodsFen + fee,
    problems,
  };
}

/** The answer to a quote. */
export function presentQuote(wish: ResolvedWish): Quote {
  const { pricing, totalFen } = wish;
  return {
    lines: pricing.lines.map((line) => ({
      id: line.id,
      name: line.name,
      spec_name: line.specName,
      image: line.image,
      price: line.priceFen,
      original_price: line.originalPriceFen,
      quantity: line.quantity,
      amount: line.priceFen * line.quantity,
    })),
    goods_amount: pricing.goodsFen,
    original_amount: pricing.originalFen,
    delivery_fee: wish.deliveryFeeFen,
    points_amount: 0,
    total_amount: totalFen,
    pay_amount: totalFen,
    differences: pricing.differences,
    problems: wish.problems,
    min_order_amount: minimumOrderFen,
    distance: wish.distanceM,
    delivery_time: deliveryTimeDefault,
  };
}

/** Throws what stands in the way of an order: differences first, then problems, then another total than expected. */
export function requireOrderable(wish: ResolvedWish, expectedTotal: number): void {
  const quote = presentQuote(wish);
  const { differences, problems } = quote;
  const missingIds = differences.filter((d) => d.kind === "gone" || d.kind === "day_part").map((d) => d.id);
  if (missingIds.length > 0) throw new AppError("item_unavailable", { ids: missingIds, quote });
  const soldOut = differences.find((d) => d.kind === "sold_out");
  if (soldOut) throw new AppError("out_of_stock", { id: soldOut.id, left: soldOut.left, quote });
  const first = problems[0];
  if (first) throw new AppError(first.error, { missing: first.missing, quote }, first.msg);
  if (differences.length > 0 || quote.total_amount !== expectedTotal)
    throw new AppError("price_changed", { quote });
}
