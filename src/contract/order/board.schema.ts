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

/** A paid order as the people who cook and hand over see it; money and points are none of their business. */
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
      /** Portions that the store cannot make; more than `refunded_quantity` while an answer is awaited. */
      unavailable_quantity: Type.Integer(),
    }),
  ),
  soldout_policy: stringEnum(soldoutPolicies),
  remark: Type.String(),
  tableware_count: Type.Integer(),
  /** Whom to call: of a takeaway with the address to bring it to. */
  contact: Type.Object({
    name: nullable(Type.String()),
    phone: nullable(Type.String()),
    address: nullable(Type.String()),
  }),
  /** Nobody moves it: it will be cancelled unless it is accepted, or it has been in the kitchen for too long. */
  alarm: nullable(stringEnum(["unaccepted", "overdue"])),
  /** Where the store may move it now. */
  steps: Type.Array(stringEnum(staffTransitions)),
});
export type BoardOrder = Static<typeof BoardOrder>;

/**
 * The paid and unfinished orders of one store: those that wait to be accepted first, then the one that is due next.
 */
export const Board = Type.Object({
  restaurant: Type.Object({ storecode: Type.String(), storename: Type.String() }),
  list: Type.Array(BoardOrder),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  has_more: Type.Boolean(),
  /** All orders of the store by column, whatever page or column is asked for. */
  counts: Type.Object({
    paid: Type.Integer(),
    accepted: Type.Integer(),
    preparing: Type.Integer(),
    leaving: Type.Integer(),
  }),
});
export type Board = Static<typeof Board>;

export const boardSchema = {
  /** `restaurant_id` is for admins; a store's member sees that store. */
  query: strictObject({
    ...pageQuery,
    restaurant_id: Type.Optional(Id),
    /** Of one column alone. */
    column: Type.Optional(stringEnum(boardColumnNames)),
  }),
  data: Board,
  errors: ["forbidden", "restaurant_not_found"] as const,
};
