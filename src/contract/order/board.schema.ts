import Type, { type Static } from "typebox";
import { Id, nullable, pageQuery, strictObject, stringEnum, Timestamp } from "../schema-helpers.ts";
import { OrderTypeSchema } from "./quote.schema.ts";
import {
  boardColumnNames,
  orderStatuses,
  refundStatuses,
  soldoutPolicies,
  staffTransitions,
} from "./status.ts";

/** Paid order for the kitchen and counter; leaves out money and points, which they do not need. */
export const BoardOrder = Type.Object({
  order_id: Type.String(),
  order_no: Type.String(),
  order_type: OrderTypeSchema,
  status: stringEnum(orderStatuses),
  status_text: Type.String(),
  refund_status: stringEnum(refundStatuses),
  pickup_code: nullable(Type.String()),
  table_no: nullable(Type.String()),
  /** "YYYY-MM-DD HH:mm" in Asia/Shanghai; null means as soon as possible. */
  booking_time: nullable(Type.String()),
  paid_at: nullable(Timestamp),
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      spec_name: nullable(Type.String()),
      quantity: Type.Integer(),
      refunded_quantity: Type.Integer(),
      /**
       * Portions that the restaurant cannot make; exceeds `refunded_quantity` while the customer's decision
       * is pending.
       */
      unavailable_quantity: Type.Integer(),
    }),
  ),
  soldout_policy: stringEnum(soldoutPolicies),
  remark: Type.String(),
  tableware_count: Type.Integer(),
  /** Contact of the customer; for a takeaway with the delivery address. */
  contact: Type.Object({
    name: nullable(Type.String()),
    phone: nullable(Type.String()),
    address: nullable(Type.String()),
  }),
  /**
   * Order without progress: it will be cancelled unless accepted, or has been in the kitchen for too long.
   */
  alarm: nullable(stringEnum(["unaccepted", "overdue"])),
  /** Statuses that the restaurant may set now. */
  steps: Type.Array(stringEnum(staffTransitions)),
});
export type BoardOrder = Static<typeof BoardOrder>;

/** Paid and unfinished orders of one restaurant: unaccepted ones first, then by due time. */
export const Board = Type.Object({
  restaurant: Type.Object({ storecode: Type.String(), storename: Type.String() }),
  list: Type.Array(BoardOrder),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  has_more: Type.Boolean(),
  /** Number of all orders of the restaurant by column, independent of the requested page or column. */
  counts: Type.Object({
    paid: Type.Integer(),
    accepted: Type.Integer(),
    preparing: Type.Integer(),
    leaving: Type.Integer(),
  }),
});
export type Board = Static<typeof Board>;

export const boardSchema = {
  /** `restaurant_id` is needed of admins and of restaurant staff with several restaurants, who see only these. */
  query: strictObject({
    ...pageQuery,
    restaurant_id: Type.Optional(Id),
    /** Limits the page to one column. */
    column: Type.Optional(stringEnum(boardColumnNames)),
  }),
  data: Board,
  errors: ["forbidden", "restaurant_not_found"] as const,
};
