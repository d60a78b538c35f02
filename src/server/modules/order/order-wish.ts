import { deliveryTimeDefault, minimumOrderFen } from "#contract/constants.ts";
import { distanceMetres } from "#contract/distance.ts";
import { type ErrorWord, errors } from "#contract/errors.ts";
import { yuanText } from "#contract/money.ts";
import type { OrderWish, Problem, Quote } from "#contract/order/quote.schema.ts";
import { AppError, invalid, ruleBroken } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import { wallText } from "../../platform/shanghai.ts";
import type { AddressRow } from "../address/address.repository.ts";
import { ownedBy } from "../address/address.repository.ts";
import { type MenuRow, menuRows } from "../menu/menu.repository.ts";
import { isServedAt, parseBookingTime } from "../menu/serving.ts";
import { presentPoints } from "../points/points.presenter.ts";
import type { PointsSummary } from "../points/points.repository.ts";
import { offerFor } from "../points/points-rules.ts";
import { deliversTo } from "../restaurant/delivery-area.ts";
import { type RestaurantRow, byId as restaurantById } from "../restaurant/restaurant.repository.ts";
import type { VoucherRow } from "../voucher/voucher.repository.ts";
import { deliveryFor, missingFen, type Pricing, priceVoucher, priceWish } from "./pricing.ts";
import { type TimeProblem, timeProblem } from "./promised-time.ts";
import { portionsHeld } from "./unpaid-holds.repository.ts";
import { shareOf } from "./unpaid-holds.ts";
import { voucherOf, voucherProblem } from "./voucher-wish.ts";

/** A wish held against the store, the address, the time and the menu as they are now. */
export interface ResolvedWish {
  isTakeaway: boolean;
  restaurant: RestaurantRow;
  address: AddressRow | null;
  distanceM: number | null;
  /** When the food is promised; null as soon as possible. */
  bookingAt: Date | null;
  /** The slot to offer when the wished one cannot be had. */
  nextSlot: Date | null;
  /** Whether it wants something limited: portions of a counted dish, a place in a slot. */
  isScarce: boolean;
  /** Portions that the customer's unpaid orders hold already, by dish; null for a wish that is paid at once. */
  unpaid: Map<string, number> | null;
  /** What it is paid with, when a partner shop sold it. */
  voucher: VoucherRow | null;
  pricing: Pricing;
  deliveryFeeFen: number;
  totalFen: number;
  problems: Problem[];
}

/** Refuses what does not go together. */
function requireSense(wish: OrderWish): void {
  if (new Set(wish.items.map((item) => item.id)).size !== wish.items.length)
    throw invalid("同一商品请合并数量", "items");
  if (wish.order_type !== "takeaway") return;
  if (wish.booking_time) throw ruleBroken("外卖暂不支持预约时间", "booking_time");
  if (wish.third_party_order_id) throw ruleBroken("餐券仅限到店使用", "third_party_order_id");
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

function problemsOf(wish: Omit<ResolvedWish, "problems">, time: TimeProblem | null): Problem[] {
  const { isTakeaway, restaurant, address, pricing } = wish;
  const problems: Problem[] = [];
  if (isTakeaway && address === null) problems.push(problem("address_required"));
  if (time !== null) problems.push(problem(time.error));
  if (!isTakeaway) return problems;
  if (address !== null && !deliversTo(restaurant, address)) problems.push(problem("out_of_range"));
  const missing = missingFen(pricing.goodsFen);
  if (missing > 0) problems.push(problem("below_minimum", missing));
  return problems;
}

/** A dish with what this customer may take of it. */
function withShare(row: MenuRow, own: number): MenuRow {
  return { ...row, stock: row.stock === null ? null : shareOf(row.stock, own) };
}

/** Holds a wish against the database. Throws for a store, an address, a day or a voucher that does not exist. */
export async function resolveWish(
  queries: Queries,
  userId: string,
  wish: OrderWish,
  now: Date,
): Promise<ResolvedWish> {
  requireSense(wish);
  const isTakeaway = wish.order_type === "takeaway";
  const bookingAt = wish.booking_time ? parseBookingTime(wish.booking_time) : null;
  const restaurant = await restaurantById(queries, wish.restaurant_id);
  if (restaurant === undefined) throw new AppError("restaurant_not_found");
  const address = isTakeaway ? await addressOf(queries, userId, wish) : null;
  const voucher = await voucherOf(queries, wish);
  const ids = wish.items.map((item) => item.id);
  const rows = (await menuRows(queries, restaurant.id, ids)).filter((row) =>
    isTakeaway ? row.takeaway : row.inStore,
  );
  const isLimited = rows.some(({ stock }) => stock !== null);
  const unpaid = voucher ? null : isLimited ? await portionsHeld(queries, userId, restaurant.id) : new Map();
  const offered = unpaid ? rows.map((row) => withShare(row, unpaid.get(row.id) ?? 0)) : rows;
  const isServed = (row: MenuRow) => isServedAt(row, bookingAt ?? now);
  const pricing = voucher
    ? priceVoucher(wish.items, offered, isServed)
    : priceWish(wish.items, offered, isServed);
  const distanceM = address && distanceMetres(restaurant, address);
  const fee = deliveryFor(pricing.goodsFen, distanceM);
  const time = await timeProblem(queries, restaurant, bookingAt, now);
  const resolved = {
    isTakeaway,
    restaurant,
    address,
    distanceM,
    bookingAt,
    nextSlot: time?.next ?? null,
    isScarce: bookingAt !== null || isLimited,
    unpaid,
    voucher,
    pricing,
    deliveryFeeFen: fee,
    totalFen: pricing.goodsFen + fee,
  };
  const used = voucher && voucherProblem(voucher, now);
  return { ...resolved, problems: [...(used ? [used] : []), ...problemsOf(resolved, time)] };
}

/** The answer to a quote; `points` are those of the customer. */
export function presentQuote(wish: ResolvedWish, points: PointsSummary): Quote {
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
    min_order_amount: wish.isTakeaway ? minimumOrderFen : 0,
    distance: wish.distanceM,
    delivery_time: wish.isTakeaway ? deliveryTimeDefault : "",
    points: offerFor(pricing.goodsFen, presentPoints(points)),
  };
}

/** Throws what stands in the way of an order: differences first, then problems, then another total than expected. */
export function requireOrderable(wish: ResolvedWish, expectedTotal: number, points: PointsSummary): void {
  const quote = presentQuote(wish, points);
  const { differences, problems } = quote;
  const missingIds = differences.filter((d) => d.kind === "gone" || d.kind === "day_part").map((d) => d.id);
  if (missingIds.length > 0) throw new AppError("item_unavailable", { ids: missingIds, quote });
  const soldOut = differences.find((d) => d.kind === "sold_out");
  if (soldOut) throw new AppError("out_of_stock", { id: soldOut.id, left: soldOut.left, quote });
  const first = problems[0];
  const next = wish.nextSlot && wallText(wish.nextSlot);
  if (first) throw new AppError(first.error, { missing: first.missing, next, quote }, first.msg);
  if (differences.length > 0 || quote.total_amount !== expectedTotal)
    throw new AppError("price_changed", { quote });
}
