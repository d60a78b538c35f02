import { sumPrice } from "#contract/order/amounts.ts";
import type { OrderDetail, OrderReceipt, OrderSummary } from "#contract/order/schema.ts";
import {
  type OrderAction,
  type OrderStatus,
  type OrderType,
  orderStatuses,
  orderStatusLabels,
  orderTypes,
  paymentMethods,
  soldoutPolicies,
} from "#contract/order/status.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toCount, toText } from "../../app/parse.ts";

// Orders of hosts with the basic API only, which guarantees an order's id and nothing else: missing fields
// get the most neutral value.

type Raw = Record<string, unknown>;

/** Actions by endpoints that every host has; not used for a host that lists its actions itself. */
const actionsByStatus: Partial<Record<OrderStatus, OrderAction[]>> = {
  pending_payment: ["cancel", "pay"],
  paid: ["cancel", "contact_service"],
  completed: ["contact_service", "reorder"],
  cancelled: ["reorder"],
};

/** Parses an order summary of any host; null without an id. Amounts in fen. */
export function parseForeignSummary(raw: unknown): OrderSummary | null {
  const detail = parseOrder(raw);
  if (detail === null) return null;
  const { order_id, order_no, third_party_order_id, status, status_text, total_amount, pay_amount } = detail;
  const { pay_expire_at, pay_remain_seconds, actions, order_type, refund_status, restaurant, items } = detail;
  const { item_count, created_at, booking_time, is_late, pickup_code } = detail;
  return {
    ...{ order_id, order_no, third_party_order_id, status, status_text, total_amount, pay_amount },
    ...{ pay_expire_at, pay_remain_seconds, actions, order_type, refund_status, restaurant, items },
    ...{ item_count, created_at, booking_time, is_late, pickup_code },
  };
}

/** Parses an order detail of any host; null without an id or without dishes. Amounts in fen. */
export function parseForeignDetail(raw: unknown): OrderDetail | null {
  return isRecord(raw) && Array.isArray(raw.items) ? parseOrder(raw) : null;
}

function parseOrder(raw: unknown): OrderDetail | null {
  const receipt = parseForeignReceipt(raw);
  if (receipt === null || !isRecord(raw)) return null;
  const lines = parseLines(raw);
  const goods = lines.reduce((sum, { amount }) => sum + amount, 0);
  const fee = toCount(raw.delivery_fee);
  const packingFeeFen = toCount(raw.packing_fee) ?? 0;
  const { totalFen } = sumPrice({ goodsFen: goods, deliveryFeeFen: fee ?? 0, packingFeeFen, pointsFen: 0 });
  const total = toCount(raw.total_amount) ?? totalFen;
  const isSettled = receipt.status !== "pending_payment" && receipt.status !== "cancelled";
  return {
    ...receipt,
    total_amount: total,
    pay_amount: toCount(raw.pay_amount) ?? total,
    order_type: orderTypes.find((type) => type === raw.order_type) ?? inferOrderType(raw),
    refund_status: "none",
    restaurant: parseRestaurant(raw),
    items: lines
      .slice(0, 3)
      .map(({ id, name, spec_name, image, quantity }) => ({ id, name, spec_name, image, quantity })),
    item_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    created_at: toText(raw.created_at),
    booking_time: toText(raw.booking_time) || null,
    is_late: raw.is_late === true,
    pickup_code: toText(raw.pickup_code) || null,
    goods_amount: goods,
    original_amount: goods,
    delivery_fee: fee ?? Math.max(0, total - totalFen),
    packing_fee: packingFeeFen,
    points_amount: toCount(raw.points_amount) ?? 0,
    lines,
    address: null,
    contact_phone: toText(raw.contact_phone) || null,
    table_no: toText(raw.table_no) || null,
    remark: toText(raw.remark),
    tableware_count: toCount(raw.tableware_count) ?? 0,
    soldout_policy: soldoutPolicies.find((policy) => policy === raw.soldout_policy) ?? "contact",
    payment_method: paymentMethods.find((method) => method === raw.payment_method) ?? null,
    by_voucher: false,
    paid_at: toText(raw.paid_at) || null,
    paid_amount: isSettled ? total : 0,
    refunded_amount: 0,
    cancel_reason: null,
    queue_before: null,
    estimated_at: null,
    points_used: 0,
    points_earned: 0,
    points_offer: null,
    refund_request: null,
    refunds: [],
    timeline: [],
  };
}

/** Parses the response to a new order of any host; null without an id. */
export function parseForeignReceipt(raw: unknown): OrderReceipt | null {
  if (!isRecord(raw)) return null;
  const order_id = toText(raw.order_id) || toText(raw.id);
  if (order_id === "") return null;
  const status = parseForeignStatus(raw.status);
  const total = toCount(raw.total_amount) ?? toCount(raw.pay_amount) ?? 0;
  return {
    order_id,
    order_no: toText(raw.order_no) || order_id,
    third_party_order_id: toText(raw.third_party_order_id),
    status,
    status_text: toText(raw.status_text) || unknownStatusText(raw.status) || orderStatusLabels[status],
    total_amount: total,
    pay_amount: toCount(raw.pay_amount) ?? total,
    pay_expire_at: null,
    pay_remain_seconds: 0,
    actions: actionsByStatus[status] ?? ["contact_service"],
  };
}

/** A new order awaits payment; an unknown status counts as in progress. */
export function parseForeignStatus(value: unknown): OrderStatus {
  const text = toText(value);
  if (text === "") return "pending_payment";
  return orderStatuses.find((status) => status === text) ?? "accepted";
}

/** Returns the host's own name for an unknown status. */
function unknownStatusText(value: unknown): string {
  const text = toText(value);
  return orderStatuses.some((status) => status === text) ? "" : text;
}

function inferOrderType(raw: Raw): OrderType {
  return toText(raw.table_no) !== "" ? "dine_in" : "takeaway";
}

function parseLines(raw: Raw): OrderDetail["lines"] {
  const list = Array.isArray(raw.items) ? raw.items : [];
  return list.filter(isRecord).map((line: Raw) => {
    const price = toCount(line.price) ?? 0;
    const quantity = toCount(line.quantity) ?? 1;
    return {
      id: toText(line.id),
      name: toText(line.name),
      spec_name: toText(line.spec_name) || null,
      image: toText(line.image),
      price,
      original_price: price,
      quantity,
      amount: price * quantity,
      refunded_quantity: 0,
      unavailable_quantity: 0,
    };
  });
}

/** Without coordinates, which foreign hosts do not send. */
function parseRestaurant(raw: Raw): OrderDetail["restaurant"] {
  const found = isRecord(raw.restaurant) ? raw.restaurant : {};
  return {
    storecode: toText(found.storecode) || toText(raw.restaurant_id),
    storename: toText(found.storename) || toText(raw.restaurant_name),
    address: toText(found.address) || toText(raw.restaurant_address),
    phone: toText(found.phone),
    latitude: Number.NaN,
    longitude: Number.NaN,
  };
}
