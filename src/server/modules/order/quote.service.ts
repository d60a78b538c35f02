import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import { type DeliveryTerms, formatDeliveryTime } from "#contract/delivery-terms.ts";
import { distanceMetres } from "#contract/distance.ts";
import { type ErrorCode, errors } from "#contract/errors.ts";
import { formatYuanDecimal } from "#contract/money.ts";
import { sumPrice } from "#contract/order/amounts.ts";
import type { Quote, QuoteProblem, QuoteRequest } from "#contract/order/quote.schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import type { AddressRow } from "../address/address.repository.ts";
import { findOwned } from "../address/address.repository.ts";
import { isAvailableAt, parseBookingTime } from "../menu/availability.rules.ts";
import { listDishesByIds, type MenuRow } from "../menu/menu.repository.ts";
import { presentPoints } from "../points/points.presenter.ts";
import type { PointsSummary } from "../points/points.repository.ts";
import { calculatePointsOffer } from "../points/points.rules.ts";
import { deliversTo } from "../restaurant/delivery-area.rules.ts";
import { findById as findRestaurantById, type RestaurantRow } from "../restaurant/restaurant.repository.ts";
import { getDeliveryTerms } from "../restaurant/restaurant-terms.rules.ts";
import type { VoucherRow } from "../voucher/voucher.repository.ts";
import { findTimeProblem, type TimeProblem } from "./booking-time.rules.ts";
import {
  calculateDeliveryFee,
  calculatePackingFee,
  missingToMinimumFen,
  type Pricing,
  priceItems,
  priceVoucherItems,
} from "./pricing.rules.ts";
import { sumReservedByDish } from "./unpaid-reservation.repository.ts";
import { limitToFairShare } from "./unpaid-reservation.rules.ts";
import { findVoucherProblem, resolveVoucher } from "./voucher.rules.ts";

/** A request resolved against the current restaurant, address, time and menu. */
export interface ResolvedOrder {
  /** The settings with which it was resolved. */
  chain: ChainSettings;
  /** Conditions of a delivery from the restaurant. */
  terms: DeliveryTerms;
  isTakeaway: boolean;
  restaurant: RestaurantRow;
  address: AddressRow | null;
  distanceM: number | null;
  /** The promised time; null means as soon as possible. */
  bookingAt: Date | null;
  /** The slot to offer when the requested one is not available. */
  nextSlotAt: Date | null;
  /** Whether it needs something limited: portions of a dish with limited stock, or a place in a slot. */
  isScarce: boolean;
  /** Portions reserved by the customer's unpaid orders, by dish; null for an order that is paid at once. */
  unpaid: Map<string, number> | null;
  /** The voucher that pays for it, if a partner shop sold one. */
  voucher: VoucherRow | null;
  pricing: Pricing;
  deliveryFeeFen: number;
  packingFeeFen: number;
  totalFen: number;
  /** What is left to pay of the total. */
  payFen: number;
  problems: QuoteProblem[];
}

/** Throws for fields that contradict each other. */
function assertConsistent(input: QuoteRequest): void {
  if (new Set(input.items.map((item) => item.id)).size !== input.items.length)
    throw invalid("同一商品请合并数量", "items");
  if (input.order_type !== "takeaway") return;
  if (input.booking_time) throw ruleBroken("外卖暂不支持预约时间", "booking_time");
  if (input.third_party_order_id) throw ruleBroken("餐券仅限到店使用", "third_party_order_id");
}

async function resolveAddress(
  queries: QueryRunner,
  userId: string,
  input: QuoteRequest,
): Promise<AddressRow | null> {
  if (!input.address_id) return null;
  const address = await findOwned(queries, userId, input.address_id);
  if (address === undefined)
    throw new AppError("not_found", { field: "address_id" }, "收货地址不存在，请重新选择");
  return address;
}

function toProblem(error: QuoteProblem["error"] & ErrorCode, missing: number | null = null): QuoteProblem {
  const msg = missing === null ? errors[error][1] : `还差¥${formatYuanDecimal(missing)}起送`;
  return { error, msg, missing };
}

function listProblems(
  resolved: Omit<ResolvedOrder, "problems">,
  timeIssue: TimeProblem | null,
): QuoteProblem[] {
  const { isTakeaway, restaurant, terms, address, pricing } = resolved;
  const problems: QuoteProblem[] = [];
  if (isTakeaway && address === null) problems.push(toProblem("address_required"));
  if (timeIssue !== null) problems.push(toProblem(timeIssue.error));
  if (!isTakeaway) return problems;
  if (address !== null && !deliversTo(restaurant, address)) problems.push(toProblem("out_of_range"));
  const missing = missingToMinimumFen(terms, pricing.goodsFen);
  if (missing > 0) problems.push(toProblem("below_minimum", missing));
  return problems;
}

/** Limits the stock of a dish to what this customer may order. */
function limitStock(row: MenuRow, ownReserved: number): MenuRow {
  const { stock, minQuantity } = row;
  return { ...row, stock: stock === null ? null : limitToFairShare(stock, ownReserved, minQuantity ?? 0) };
}

/** Resolves a request against the database. Throws for an unknown restaurant, address, day or voucher. */
export async function resolveOrder(
  queries: QueryRunner,
  userId: string,
  input: QuoteRequest,
  { now, chain }: { now: Date; chain: ChainSettings },
): Promise<ResolvedOrder> {
  assertConsistent(input);
  const isTakeaway = input.order_type === "takeaway";
  const bookingAt = input.booking_time ? parseBookingTime(input.booking_time) : null;
  const restaurant = await findRestaurantById(queries, input.restaurant_id);
  if (restaurant === undefined) throw new AppError("restaurant_not_found");
  const address = isTakeaway ? await resolveAddress(queries, userId, input) : null;
  const voucher = await resolveVoucher(queries, input);
  const ids = input.items.map((item) => item.id);
  const rows = (await listDishesByIds(queries, restaurant.id, ids)).filter((row) =>
    isTakeaway ? row.takeaway : row.inStore,
  );
  const isLimited = rows.some(({ stock }) => stock !== null);
  const unpaid = voucher
    ? null
    : isLimited
      ? await sumReservedByDish(queries, userId, restaurant.id)
      : new Map();
  const offeredRows = unpaid ? rows.map((row) => limitStock(row, unpaid.get(row.id) ?? 0)) : rows;
  const isServed = (row: MenuRow) => isAvailableAt(row, bookingAt ?? now);
  const pricing = voucher
    ? priceVoucherItems(input.items, offeredRows, isServed)
    : priceItems(input.items, offeredRows, isServed);
  const distanceM = address && distanceMetres(restaurant, address);
  const terms = getDeliveryTerms(restaurant, chain);
  const deliveryFeeFen = calculateDeliveryFee(terms, pricing.goodsFen, distanceM);
  const packingFeeFen = calculatePackingFee(terms, pricing.goodsFen, distanceM);
  // Points are chosen with the payment.
  const { totalFen, payFen } = sumPrice({
    goodsFen: pricing.goodsFen,
    deliveryFeeFen,
    packingFeeFen,
    pointsFen: 0,
  });
  const timeIssue = await findTimeProblem(queries, restaurant, bookingAt, { now, chain });
  const resolved = {
    chain,
    terms,
    isTakeaway,
    restaurant,
    address,
    distanceM,
    bookingAt,
    nextSlotAt: timeIssue?.next ?? null,
    isScarce: bookingAt !== null || isLimited,
    unpaid,
    voucher,
    pricing,
    deliveryFeeFen,
    packingFeeFen,
    totalFen,
    payFen,
  };
  const voucherIssue = voucher && findVoucherProblem(voucher, now);
  return {
    ...resolved,
    problems: [...(voucherIssue ? [voucherIssue] : []), ...listProblems(resolved, timeIssue)],
  };
}

/** Converts a resolved request to a quote; `points` are the customer's. */
export function presentQuote(resolved: ResolvedOrder, points: PointsSummary): Quote {
  const { pricing, terms } = resolved;
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
    delivery_fee: resolved.deliveryFeeFen,
    packing_fee: resolved.packingFeeFen,
    points_amount: 0,
    total_amount: resolved.totalFen,
    pay_amount: resolved.payFen,
    differences: pricing.differences,
    problems: resolved.problems,
    min_order_amount: resolved.isTakeaway ? terms.minimumFen : 0,
    distance: resolved.distanceM,
    delivery_time: resolved.isTakeaway ? formatDeliveryTime(terms) : "",
    points: calculatePointsOffer(pricing.goodsFen, presentPoints(points), resolved.chain),
  };
}

/** Throws why an order cannot be placed: differences first, then problems, then an unexpected total. */
export function assertOrderable(
  resolved: ResolvedOrder,
  expectedTotalFen: number,
  points: PointsSummary,
): void {
  const quote = presentQuote(resolved, points);
  const { differences, problems } = quote;
  const missingIds = differences.filter((d) => d.kind === "gone" || d.kind === "day_part").map((d) => d.id);
  if (missingIds.length > 0) throw new AppError("item_unavailable", { ids: missingIds, quote });
  const soldOut = differences.find((d) => d.kind === "sold_out");
  if (soldOut) throw new AppError("out_of_stock", { id: soldOut.id, left: soldOut.left, quote });
  const first = problems[0];
  const next = resolved.nextSlotAt && formatLocalTime(resolved.nextSlotAt);
  if (first) throw new AppError(first.error, { missing: first.missing, next, quote }, first.msg);
  if (differences.some(({ kind }) => kind === "minimum" || kind === "maximum"))
    throw new AppError("quantity_limit", { quote });
  if (differences.length > 0 || quote.total_amount !== expectedTotalFen)
    throw new AppError("price_changed", { quote });
}
