import Type, { type Static } from "typebox";
import { orderLinesMax, quantityMax, remarkMax } from "../constants.ts";
import { PointsOffer } from "../points/schema.ts";
import {
  Fen,
  Id,
  IdempotencyKey,
  nullable,
  PhoneInput,
  strictObject,
  stringEnum,
  text,
} from "../schema-helpers.ts";
import { orderTypes, soldoutPolicies } from "./status.ts";

export const OrderTypeSchema = stringEnum(orderTypes);
const BookingTime = nullable(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$" }));

/** `seen_price` is the price shown in the customer's cart; it is compared, never charged. */
const OrderLine = strictObject({
  id: Id,
  quantity: Type.Integer({ minimum: 1, maximum: quantityMax }),
  seen_price: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
  seen_name: Type.Optional(text(100)),
});

const quoteFields = {
  order_type: OrderTypeSchema,
  restaurant_id: Id,
  items: Type.Array(OrderLine, { minItems: 1, maxItems: orderLinesMax }),
  address_id: Type.Optional(nullable(Id)),
  booking_time: Type.Optional(BookingTime),
  table_no: Type.Optional(nullable(text(16))),
  contact_phone: Type.Optional(nullable(PhoneInput)),
  remark: Type.Optional(text(remarkMax)),
  tableware_count: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
  /** Defaults to `contact`; `refund` and `cancel` are older names of `remove` and `cancel_order`. */
  soldout_policy: Type.Optional(stringEnum([...soldoutPolicies, "refund", "cancel"])),
  third_party_order_id: Type.Optional(nullable(Id)),
};
export const QuoteRequest = strictObject({
  ...quoteFields,
  expected_total: Type.Optional(Fen),
  client_key: Type.Optional(IdempotencyKey),
});
export type QuoteRequest = Static<typeof QuoteRequest>;
export const CreateOrderRequest = strictObject({
  ...quoteFields,
  expected_total: Fen,
  client_key: IdempotencyKey,
});
export type CreateOrderRequest = Static<typeof CreateOrderRequest>;

export const CartDifference = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** "minimum" and "maximum": the order has too few or too many portions of the dish, its variants added up. */
  kind: stringEnum(["price", "sold_out", "gone", "day_part", "minimum", "maximum"]),
  before: nullable(Fen),
  after: nullable(Fen),
  /** Portions left, if that is the reason; of "minimum" and "maximum" the portions that the line gets. */
  left: nullable(Type.Integer()),
  /** The dish's minimum or maximum, if that is the reason. */
  limit: Type.Optional(Type.Integer()),
});
export type CartDifference = Static<typeof CartDifference>;

export const PricedLine = Type.Object({
  id: Type.String(),
  name: Type.String(),
  spec_name: nullable(Type.String()),
  image: Type.String(),
  price: Fen,
  original_price: Fen,
  quantity: Type.Integer(),
  amount: Fen,
});

/** Amounts of an order in fen, added up by `sumPrice` of `amounts.ts`. */
export const OrderAmounts = Type.Object({
  goods_amount: Fen,
  original_amount: Fen,
  delivery_fee: Fen,
  packing_fee: Fen,
  points_amount: Fen,
  total_amount: Fen,
  pay_amount: Fen,
});

export const QuoteProblem = Type.Object({
  error: stringEnum([
    "restaurant_closed",
    "out_of_range",
    "below_minimum",
    "address_required",
    "item_unavailable",
    "out_of_stock",
    "slot_full",
    "time_unavailable",
    "voucher_used",
    "voucher_expired",
  ]),
  msg: Type.String(),
  missing: nullable(Fen),
});
export type QuoteProblem = Static<typeof QuoteProblem>;

export const Quote = Type.Object({
  lines: Type.Array(PricedLine),
  ...OrderAmounts.properties,
  differences: Type.Array(CartDifference),
  problems: Type.Array(QuoteProblem),
  min_order_amount: Fen,
  distance: nullable(Type.Integer()),
  delivery_time: Type.String(),
  points: PointsOffer,
});
export type Quote = Static<typeof Quote>;
