import Type, { type Static } from "typebox";
import { Fen, nullable, stringEnum, Timestamp } from "../schema-helpers.ts";
import { OrderTypeSchema } from "./quote.schema.ts";
import { orderStatuses, refundStatuses } from "./status.ts";

export const RestaurantSummary = Type.Object({
  storecode: Type.String(),
  storename: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
});

/** Prepaid meal sold by a partner, found by the number in its link. */
export const Voucher = Type.Object({
  third_party_order_id: Type.String(),
  partner: Type.String(),
  title: Type.String(),
  status: stringEnum(["issued", "redeemed", "expired", "void"]),
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      spec_name: nullable(Type.String()),
      image: Type.String(),
      quantity: Type.Integer(),
    }),
  ),
  expires_at: Timestamp,
  /** Public number of the order that redeemed it. */
  order_public_id: nullable(Type.String()),
});
export type Voucher = Static<typeof Voucher>;

export const PublicOrder = Type.Object({
  third_party_order_id: Type.String(),
  order_type: OrderTypeSchema,
  refund_status: stringEnum(refundStatuses),
  status: stringEnum(orderStatuses),
  status_text: Type.String(),
  restaurant: RestaurantSummary,
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      spec_name: nullable(Type.String()),
      image: Type.String(),
      quantity: Type.Integer(),
    }),
  ),
  pickup_code: nullable(Type.String()),
  /** Table to serve; null once the order is over. */
  table_no: nullable(Type.String()),
  booking_time: nullable(Type.String()),
  /** Its booked or estimated time has passed, and the meal is not served yet. */
  is_late: Type.Boolean(),
  created_at: Timestamp,
  total_amount: Fen,
  name: Type.String(),
  phone: Type.String(),
  address: Type.String(),
});
export type PublicOrder = Static<typeof PublicOrder>;
