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

/** A meal that a partner shop sold, by the number on its link. */
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
  /** The public number of the order it was redeemed with. */
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
  /** The table it is brought to; null as soon as the order is over. */
  table_no: nullable(Type.String()),
  booking_time: nullable(Type.String()),
  /** Its booked or estimated time is past, and the meal is not there yet. */
  is_late: Type.Boolean(),
  created_at: Timestamp,
  total_amount: Fen,
  name: Type.String(),
  phone: Type.String(),
  address: Type.String(),
});
export type PublicOrder = Static<typeof PublicOrder>;
