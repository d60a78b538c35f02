import Type, { type Static } from "typebox";
import { RefundRequest } from "../order/schema.ts";
import { orderStatuses, refundStatuses } from "../order/status.ts";
import { ClientKey, Fen, Id, oneOf, pageOfMany, pageQuery, type Shape, strict, text } from "../shape.ts";

/** A customer's wish to have the money back, with what somebody has to know to answer it. */
export const RefundCase = Type.Object({
  request_id: Type.String(),
  order_id: Type.String(),
  order_no: Type.String(),
  user_id: Type.String(),
  customer_name: Type.String(),
  restaurant_name: Type.String(),
  status: oneOf(orderStatuses),
  status_text: Type.String(),
  refund_status: oneOf(refundStatuses),
  paid_amount: Fen,
  refunded_amount: Fen,
  /** The money that approving gives back. */
  refundable_amount: Fen,
  /** The addresses of its pictures need a token of staff. */
  request: RefundRequest,
});
export type RefundCase = Static<typeof RefundCase>;

/** For agents, up to their limit, and admins. */
export const orderAdminSchemas = {
  /** Open ones first, the one that is due next at the top; then answered ones, the latest answer first. */
  refundRequests: {
    query: strict({ ...pageQuery, status: Type.Optional(oneOf(["open", "answered"])) }),
    data: pageOfMany(RefundCase),
    errors: ["forbidden"],
  },
  /** Approving gives back all the money that is left; the reason of a refusal is shown to the customer. */
  answerRequest: {
    body: strict({
      order_id: Id,
      approve: Type.Boolean(),
      reason: text(100),
      client_key: ClientKey,
    }),
    data: RefundCase,
    errors: ["forbidden", "not_found", "invalid_state", "key_reused"],
  },
} as const satisfies Record<string, Shape>;
