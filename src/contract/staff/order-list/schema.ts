import Type, { type Static } from "typebox";
import { dayRangeQuery } from "../../day-range.ts";
import { orderStatuses, orderTypes } from "../../order/status.ts";
import {
  type EndpointSchema,
  Fen,
  Id,
  nullable,
  pageQuery,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../../schema-helpers.ts";

/** Order in the list of the whole chain. */
export const ListedOrder = Type.Object({
  order_id: Type.String(),
  order_no: Type.String(),
  user_id: Type.String(),
  customer_name: Type.String(),
  restaurant_id: Type.String(),
  restaurant_name: Type.String(),
  order_type: stringEnum(orderTypes),
  status: stringEnum(orderStatuses),
  status_text: Type.String(),
  pickup_code: nullable(Type.String()),
  total_amount: Fen,
  paid_amount: Fen,
  refunded_amount: Fen,
  created_at: Timestamp,
  booking_at: nullable(Timestamp),
});
export type ListedOrder = Static<typeof ListedOrder>;

/** Orders of the whole chain, for agents and admins. */
export const orderListSchemas = {
  /**
   * Newest first, by the day on which they were placed: `orderListDaysMax` days at most, and without days the last
   * `orderListDays`. `keyword` is a whole order number, which without days is found on any. `after` is the last
   * order of the page before.
   */
  list: {
    query: strictObject({
      pageSize: pageQuery.pageSize,
      after: Type.Optional(Id),
      ...dayRangeQuery,
      status: Type.Optional(stringEnum(orderStatuses)),
      order_type: Type.Optional(stringEnum(orderTypes)),
      restaurant_id: Type.Optional(Id),
      keyword: Type.Optional(text(50)),
    }),
    data: Type.Object({ list: Type.Array(ListedOrder), has_more: Type.Boolean() }),
    errors: ["forbidden", "not_found", "rule_broken"],
  },
} as const satisfies Record<string, EndpointSchema>;
