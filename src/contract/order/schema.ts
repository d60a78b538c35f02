import Type, { type Static } from "typebox";
import { publicDetailPerMinute } from "../constants.ts";
import { PointsOffer } from "../points/schema.ts";
import {
  type EndpointSchema,
  Fen,
  Id,
  IdempotencyKey,
  nullable,
  pageQuery,
  pageWithTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../schema-helpers.ts";
import { boardSchema } from "./board.schema.ts";
import { PaymentStart, PaymentStatus } from "./payment.schema.ts";
import { PublicOrder, RestaurantSummary, Voucher } from "./public.schema.ts";
import {
  CreateOrderRequest,
  OrderAmounts,
  OrderTypeSchema,
  PricedLine,
  Quote,
  QuoteRequest,
} from "./quote.schema.ts";
import { RefundEntry, refundSchema } from "./refund.schema.ts";
import {
  orderActions,
  orderFilters,
  orderStatuses,
  paymentMethods,
  refundStatuses,
  soldoutPolicies,
  staffTransitions,
} from "./status.ts";

const OrderStatusSchema = stringEnum(orderStatuses);
const RefundStatusSchema = stringEnum(refundStatuses);
const OrderActionsSchema = Type.Array(stringEnum(orderActions));

export const OrderReceipt = Type.Object({
  order_id: Type.String(),
  order_no: Type.String(),
  third_party_order_id: Type.String(),
  status: OrderStatusSchema,
  status_text: Type.String(),
  total_amount: Fen,
  pay_amount: Fen,
  pay_expire_at: nullable(Timestamp),
  pay_remain_seconds: Type.Integer(),
  actions: OrderActionsSchema,
});
export type OrderReceipt = Static<typeof OrderReceipt>;

export const OrderSummary = Type.Object({
  ...OrderReceipt.properties,
  order_type: OrderTypeSchema,
  refund_status: RefundStatusSchema,
  restaurant: RestaurantSummary,
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      spec_name: nullable(Type.String()),
      image: Type.String(),
      quantity: Type.Integer(),
    }),
  ),
  item_count: Type.Integer(),
  created_at: Timestamp,
  booking_time: nullable(Type.String()),
  /** Its booked or estimated time has passed, and the meal is not there yet. */
  is_late: Type.Boolean(),
  pickup_code: nullable(Type.String()),
});
export type OrderSummary = Static<typeof OrderSummary>;

export const TimelineEntry = Type.Object({
  status: Type.String(),
  text: Type.String(),
  reason: nullable(Type.String()),
  at: Timestamp,
});

/** Refund request as the customer sees it; the URLs in `images` need the customer's token. */
export const RefundRequest = Type.Object({
  status: stringEnum(["open", "approved", "rejected"]),
  reason: Type.String(),
  text: Type.String(),
  images: Type.Array(Type.String()),
  /** Answer of staff. */
  answer: nullable(Type.String()),
  created_at: Timestamp,
  /** When it is approved automatically unless staff answer before; null if it waits for staff. */
  due_at: nullable(Timestamp),
  answered_at: nullable(Timestamp),
});
export type RefundRequest = Static<typeof RefundRequest>;

export const OrderDetail = Type.Object({
  ...OrderSummary.properties,
  ...OrderAmounts.properties,
  lines: Type.Array(
    Type.Object({
      ...PricedLine.properties,
      refunded_quantity: Type.Integer(),
      /**
       * Portions that the restaurant cannot make; exceeds `refunded_quantity` while the customer's decision
       * is pending.
       */
      unavailable_quantity: Type.Integer(),
    }),
  ),
  address: nullable(
    Type.Object({
      recipient: Type.String(),
      phone: Type.String(),
      address: Type.String(),
      house_number: Type.String(),
    }),
  ),
  contact_phone: nullable(Type.String()),
  table_no: nullable(Type.String()),
  remark: Type.String(),
  tableware_count: Type.Integer(),
  soldout_policy: stringEnum(soldoutPolicies),
  payment_method: nullable(stringEnum(paymentMethods)),
  /** Whether it is a voucher's order, which costs nothing. */
  by_voucher: Type.Boolean(),
  paid_at: nullable(Timestamp),
  paid_amount: Fen,
  refunded_amount: Fen,
  cancel_reason: nullable(Type.String()),
  queue_before: nullable(Type.Integer()),
  /** Promised time of the meal; null once it has passed and while nothing is promised. */
  estimated_at: nullable(Timestamp),
  points_used: Type.Integer(),
  points_earned: Type.Integer(),
  /** Points that can be spent on the order while it awaits payment. */
  points_offer: nullable(PointsOffer),
  refund_request: nullable(RefundRequest),
  refunds: Type.Array(RefundEntry),
  timeline: Type.Array(TimelineEntry),
});
export type OrderDetail = Static<typeof OrderDetail>;

const quoteErrors = ["restaurant_not_found", "not_found", "rule_broken"] as const;

const refundRequestSchema = {
  body: strictObject({
    order_id: Id,
    reason: text(50, 1),
    text: Type.Optional(text(200)),
    images: Type.Optional(Type.Array(Id, { maxItems: 3 })),
    client_key: IdempotencyKey,
  }),
  data: OrderDetail,
  errors: ["not_found", "invalid_state", "key_reused"],
} as const;

export const orderSchemas = {
  quote: { body: QuoteRequest, data: Quote, errors: quoteErrors },
  create: {
    body: CreateOrderRequest,
    data: OrderReceipt,
    errors: [
      ...quoteErrors,
      "restaurant_closed",
      "out_of_range",
      "below_minimum",
      "address_required",
      "item_unavailable",
      "out_of_stock",
      "quantity_limit",
      "slot_full",
      "time_unavailable",
      "voucher_used",
      "voucher_expired",
      "price_changed",
      "key_reused",
      "too_many_unpaid",
      "rate_limited",
    ],
  },
  list: {
    query: strictObject({
      ...pageQuery,
      status: Type.Optional(stringEnum(orderFilters)),
      order_type: Type.Optional(OrderTypeSchema),
    }),
    data: pageWithTotal(OrderSummary),
  },
  detail: { query: strictObject({ order_id: Id }), data: OrderDetail, errors: ["not_found"] },
  detailPublic: {
    query: strictObject({ third_party_order_id: Id }),
    data: PublicOrder,
    errors: ["not_found"],
    perMinute: publicDetailPerMinute,
  },
  pay: {
    body: strictObject({
      order_id: Id,
      payment_method: Type.Optional(stringEnum(["wechat", "card"])),
      points_payment: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    }),
    data: PaymentStart,
    errors: [
      "not_found",
      "invalid_state",
      "restaurant_closed",
      "time_unavailable",
      "payment_in_progress",
      "payment_failed",
      "openid_required",
      "points_unusable",
      "card_missing",
      "card_insufficient",
    ],
  },
  payQuery: { query: strictObject({ order_id: Id }), data: PaymentStatus, errors: ["not_found"] },
  cancel: {
    body: strictObject({
      order_id: Id,
      reason: Type.Optional(Type.Integer({ minimum: -1, maximum: 999 })),
    }),
    data: OrderReceipt,
    errors: ["not_found", "invalid_state"],
  },
  refundRequest: refundRequestSchema,
  oldRefundRequest: {
    ...refundRequestSchema,
    errors: [...refundRequestSchema.errors, "forbidden"],
  },
  voucher: { query: strictObject({ third_party_order_id: Id }), data: Voucher, errors: ["not_found"] },
  board: boardSchema,
  /** Changes the status of an order by one step; restaurant staff only for their own restaurant. */
  advance: {
    body: strictObject({
      order_id: Id,
      to: stringEnum(staffTransitions),
      reason: Type.Optional(text(50)),
    }),
    data: OrderReceipt,
    errors: ["not_found", "forbidden", "invalid_state"],
  },
  refund: refundSchema,
} as const satisfies Record<string, EndpointSchema>;
