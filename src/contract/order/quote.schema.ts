import Type, { type Static } from "typebox";
import { orderLinesMax, quantityMax, remarkMax } from "../constants.ts";
import { PointsOffer } from "../points/schema.ts";
import { ClientKey, Fen, Id, nullable, oneOf, PhoneText, strict, text } from "../shape.ts";
import { orderTypes, soldoutPolicies } from "./status.ts";

export const OrderTypeWord = oneOf(orderTypes);
const BookingTime = nullable(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$" }));

/** `seen_price` is what the customer's cart showed; it is compared, never charged. */
const OrderLine = strict({
  id: Id,
  quantity: Type.Integer({ minimum: 1, maximum: quantityMax }),
  seen_price: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
  seen_name: Type.Optional(text(100)),
});

const wish = {
  order_type: OrderTypeWord,
  restaurant_id: Id,
  items: Type.Array(OrderLine, { minItems: 1, maxItems: orderLinesMax }),
  address_id: Type.Optional(nullable(Id)),
  booking_time: Type.Optional(BookingTime),
  table_no: Type.Optional(nullable(text(16))),
  contact_phone: Type.Optional(nullable(PhoneText)),
  remark: Type.Optional(text(remarkMax)),
  tableware_count: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
  /** `contact` unless it is said; `refund` and `cancel` are the older words for `remove` and `cancel_order`. */
  soldout_policy: Type.Optional(oneOf([...soldoutPolicies, "refund", "cancel"])),
  third_party_order_id: Type.Optional(nullable(Id)),
};
export const OrderWish = strict({
  ...wish,
  expected_total: Type.Optional(Fen),
  client_key: Type.Optional(ClientKey),
});
export type OrderWish = Static<typeof OrderWish>;
export const OrderForm = strict({ ...wish, expected_total: Fen, client_key: ClientKey });
export type OrderForm = Static<typeof OrderForm>;

export const Difference = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: oneOf(["price", "sold_out", "gone", "day_part"]),
  before: nullable(Fen),
  after: nullable(Fen),
  /** Portions left, when that is why. */
  left: nullable(Type.Integer()),
});
export type Difference = Static<typeof Difference>;

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

/** Amounts of an order; `total = goods + delivery_fee`, `pay` is what is left after points. */
export const Amounts = Type.Object({
  goods_amount: Fen,
  original_amount: Fen,
  delivery_fee: Fen,
  points_amount: Fen,
  total_amount: Fen,
  pay_amount: Fen,
});

export const Problem = Type.Object({
  error: oneOf([
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
export type Problem = Static<typeof Problem>;

export const Quote = Type.Object({
  lines: Type.Array(PricedLine),
  ...Amounts.properties,
  differences: Type.Array(Difference),
  problems: Type.Array(Problem),
  min_order_amount: Fen,
  distance: nullable(Type.Integer()),
  delivery_time: Type.String(),
  points: PointsOffer,
});
export type Quote = Static<typeof Quote>;
