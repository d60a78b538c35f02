import Type, { type Static } from "typebox";
import { Id, Moment, nullable, oneOf, pageQuery, strict } from "../shape.ts";
import { OrderTypeWord } from "./quote.schema.ts";
import { orderStatuses, refundStatuses, storeSteps } from "./status.ts";

/** A paid order as the people who cook and hand over see it; money and points are none of their business. */
export const BoardOrder = Type.Object({
  order_id: Type.String(),
  order_no: Type.String(),
  order_type: OrderTypeWord,
  status: oneOf(orderStatuses),
  status_text: Type.String(),
  refund_status: oneOf(refundStatuses),
  pickup_code: nullable(Type.String()),
  table_no: nullable(Type.String()),
  /** "YYYY-MM-DD HH:mm" in Asia/Shanghai; null means as soon as possible. */
  booking_time: nullable(Type.String()),
  paid_at: nullable(Moment),
  items: Type.Array(
    Type.Object({ name: Type.String(), spec_name: nullable(Type.String()), quantity: Type.Integer() }),
  ),
  remark: Type.String(),
  tableware_count: Type.Integer(),
  /** Whom to call: of a takeaway with the address to bring it to. */
  contact: Type.Object({
    name: nullable(Type.String()),
    phone: nullable(Type.String()),
    address: nullable(Type.String()),
  }),
  /** Where the store may move it now. */
  steps: Type.Array(oneOf(storeSteps)),
});
export type BoardOrder = Static<typeof BoardOrder>;

/** The paid and unfinished orders of one store, longest waiting first. */
export const Board = Type.Object({
  restaurant: Type.Object({ storecode: Type.String(), storename: Type.String() }),
  list: Type.Array(BoardOrder),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  has_more: Type.Boolean(),
});
export type Board = Static<typeof Board>;

export const boardShape = {
  /** `restaurant_id` is for admins; a store's member sees that store. */
  query: strict({ ...pageQuery, restaurant_id: Type.Optional(Id) }),
  data: Board,
  errors: ["forbidden", "restaurant_not_found"] as const,
};
