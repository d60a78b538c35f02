import type { OrderDetail, OrderReceipt, OrderSummary } from "#contract/order/schema.ts";
import {
  formatOrderStatus,
  type OrderAction,
  orderStatusLabels,
  refundStatusLabels,
} from "#contract/order/status.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import type { ChainSettingsSource } from "../../platform/Deps.ts";
import { addMs } from "../../platform/time/clock.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import type { OrderHistoryRow, OrderItemRow, OrderRow } from "./order.repository.ts";
import { estimatedReadyAt, isLate } from "./order-estimate.rules.ts";
import { activeStatuses } from "./order-transition.rules.ts";
import { parseSoldoutPolicy } from "./soldout-policy.rules.ts";

const minuteMs = 60_000;

/** Tells the settings with which an order was placed. */
type History = Pick<ChainSettingsSource, "at">;

/** Returns until when a customer may cancel without approval; null when it is too late. */
export function cancellableUntil(order: OrderRow, chain: History): Date | "always" | null {
  if (order.status === "pending_payment" || order.status === "paid") return "always";
  if (order.status !== "accepted" || order.acceptedAt === null) return null;
  const rules = chain.at(order.createdAt).orders;
  const graceEndsAt = addMs(order.acceptedAt, rules.cancel_seconds * 1_000);
  const bookingCutoffAt = order.bookingAt && addMs(order.bookingAt, -rules.cancel_booked_minutes * minuteMs);
  return bookingCutoffAt !== null && bookingCutoffAt > graceEndsAt ? bookingCutoffAt : graceEndsAt;
}

function isCancellable(order: OrderRow, now: Date, chain: History): boolean {
  const until = cancellableUntil(order, chain);
  return until === "always" || (until !== null && until > now);
}

/**
 * Returns whether a customer may request a refund: cancellation is too late, the request is not, and nothing
 * was requested or refunded before. After a rejection only staff can reopen the request.
 */
export function canRequestRefund(order: OrderRow, now: Date, chain: History): boolean {
  if (order.paidFen <= order.refundedFen) return false;
  if (order.refundStatus !== "none") return false;
  const requestMs = chain.at(order.createdAt).refunds.request_days * 24 * 60 * minuteMs;
  if (order.status === "completed")
    return order.completedAt !== null && addMs(order.completedAt, requestMs) > now;
  return activeStatuses.includes(order.status) && !isCancellable(order, now, chain);
}

/** Lists the actions that a customer may take on an order now. */
export function listActions(order: OrderRow, now: Date, chain: History): OrderAction[] {
  const actions: OrderAction[] = [];
  if (order.status === "pending_payment" && order.payExpireAt && order.payExpireAt > now) actions.push("pay");
  if (isCancellable(order, now, chain)) actions.push("cancel");
  if (canRequestRefund(order, now, chain)) actions.push("apply_refund");
  if (order.status !== "pending_payment") actions.push("reorder");
  actions.push("contact_service");
  return actions;
}

/** Returns the headline of an order. */
export function toStatusText({ status, refundStatus }: OrderRow): string {
  return formatOrderStatus({ status, refund_status: refundStatus });
}

/** Builds the response to creating, paying or cancelling an order. */
export function presentReceipt(order: OrderRow, now: Date, chain: History): OrderReceipt {
  const isUnpaid = order.status === "pending_payment";
  const remainMs = isUnpaid && order.payExpireAt ? order.payExpireAt.getTime() - now.getTime() : 0;
  return {
    order_id: order.id,
    order_no: order.orderNo,
    third_party_order_id: order.publicId,
    status: order.status,
    status_text: toStatusText(order),
    total_amount: order.totalFen,
    pay_amount: order.payFen,
    pay_expire_at: isUnpaid && order.payExpireAt ? order.payExpireAt.toISOString() : null,
    pay_remain_seconds: Math.max(0, Math.ceil(remainMs / 1000)),
    actions: listActions(order, now, chain),
  };
}

/** Returns the restaurant as it was when the order was placed. */
export function presentRestaurant({ restaurant }: OrderRow): OrderSummary["restaurant"] {
  return {
    storecode: restaurant.id,
    storename: restaurant.name,
    address: restaurant.address,
    phone: restaurant.phone,
    latitude: restaurant.lat,
    longitude: restaurant.lng,
  };
}

/** Converts an order to a list entry, with the images of its first three dishes. */
export function presentSummary(
  order: OrderRow,
  items: OrderItemRow[],
  now: Date,
  chain: History,
): OrderSummary {
  return {
    ...presentReceipt(order, now, chain),
    order_type: order.type,
    refund_status: order.refundStatus,
    restaurant: presentRestaurant(order),
    items: items.slice(0, 3).map(({ dishId, name, specName, image, quantity }) => ({
      id: dishId,
      name,
      spec_name: specName,
      image,
      quantity,
    })),
    item_count: items.reduce((sum, item) => sum + item.quantity, 0),
    created_at: order.createdAt.toISOString(),
    booking_time: order.bookingAt && formatLocalTime(order.bookingAt),
    is_late: isLate(order, now),
    pickup_code: order.status === "cancelled" ? null : order.pickupCode,
  };
}

function presentLine(item: OrderItemRow): OrderDetail["lines"][number] {
  return {
    id: item.dishId,
    name: item.name,
    spec_name: item.specName,
    image: item.image,
    price: item.priceFen,
    original_price: item.originalPriceFen,
    quantity: item.quantity,
    amount: item.priceFen * item.quantity,
    refunded_quantity: item.refundedQuantity,
    unavailable_quantity: item.unavailableQuantity,
  };
}

/** What happened about dishes that a restaurant lacks. */
const soldoutTexts: Readonly<Record<string, string>> = {
  contact: "部分商品缺货",
  remove: "缺货商品已去掉",
  cancel_order: "因缺货取消整单",
};

function presentHistory(row: OrderHistoryRow): OrderDetail["timeline"][number] {
  const texts: Record<string, string> = row.field === "status" ? orderStatusLabels : refundStatusLabels;
  const knownText = row.field === "status" && row.from === null ? "已下单" : texts[row.to];
  const text = row.field === "soldout" ? (soldoutTexts[row.to] ?? row.to) : (knownText ?? row.to);
  return { status: row.to, text, reason: row.reason, at: row.createdAt.toISOString() };
}

/** What an order's details show of its refunds. */
export type OrderRefunds = Pick<OrderDetail, "refund_request" | "refunds">;

/** Converts an order to the full details shown to its owner. */
export function presentDetail(
  order: OrderRow,
  details: {
    items: OrderItemRow[];
    history: OrderHistoryRow[];
    queueBefore: number | null;
    refunds: OrderRefunds;
    points: { earned: number; offer: PointsOffer | null };
  },
  now: Date,
  chain: History,
): OrderDetail {
  const { address } = order;
  return {
    ...presentSummary(order, details.items, now, chain),
    goods_amount: order.goodsFen,
    original_amount: order.originalFen,
    delivery_fee: order.deliveryFeeFen,
    packing_fee: order.packingFeeFen,
    points_amount: order.pointsFen,
    lines: details.items.map(presentLine),
    address: address && {
      recipient: address.recipient,
      phone: address.phone,
      address: address.address,
      house_number: address.houseNumber,
    },
    contact_phone: order.contactPhone,
    table_no: order.tableNo,
    remark: order.remark,
    tableware_count: order.tablewareCount,
    soldout_policy: parseSoldoutPolicy(order.soldoutPolicy),
    payment_method: order.paymentMethod,
    by_voucher: order.voucherId !== null,
    paid_at: order.paidAt?.toISOString() ?? null,
    paid_amount: order.paidFen,
    refunded_amount: order.refundedFen,
    cancel_reason: order.cancelReason,
    queue_before: details.queueBefore,
    estimated_at: estimatedReadyAt(order, now)?.toISOString() ?? null,
    points_used: order.pointsUsed,
    points_earned: details.points.earned,
    points_offer: details.points.offer,
    ...details.refunds,
    timeline: details.history.map(presentHistory),
  };
}
