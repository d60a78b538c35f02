import Type, { type Static } from "typebox";
import { orderLinesMax, quantityMax } from "../../constants.ts";
import { RefundRequest } from "../../order/schema.ts";
import { orderStatuses, refundStatuses, soldoutPolicies } from "../../order/status.ts";
import {
  type EndpointSchema,
  Fen,
  Id,
  IdempotencyKey,
  pageQuery,
  pageWithoutTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../../schema-helpers.ts";

const RefundNo = Type.String({ minLength: 1, maxLength: 64, pattern: "^[\\w-]+$" });

/** A customer's wish to have the money back, with what somebody has to know to answer it. */
export const RefundReview = Type.Object({
  request_id: Type.String(),
  order_id: Type.String(),
  order_no: Type.String(),
  user_id: Type.String(),
  customer_name: Type.String(),
  restaurant_name: Type.String(),
  status: stringEnum(orderStatuses),
  status_text: Type.String(),
  refund_status: stringEnum(refundStatuses),
  paid_amount: Fen,
  refunded_amount: Fen,
  /** The money that approving gives back. */
  refundable_amount: Fen,
  /** The addresses of its pictures need a token of staff. */
  request: RefundRequest,
});
export type RefundReview = Static<typeof RefundReview>;

/** A refund that the provider did not carry out, as a task for staff. */
export const FailedRefund = Type.Object({
  refund_no: Type.String(),
  order_id: Type.String(),
  order_no: Type.String(),
  user_id: Type.String(),
  customer_name: Type.String(),
  restaurant_name: Type.String(),
  money: Fen,
  points: Type.Integer(),
  /** Why the money was to go back. */
  reason: Type.String(),
  /** The provider's error code, "ABNORMAL" or "CLOSED". */
  failure: Type.String(),
  /** The same as a sentence for staff. */
  failure_text: Type.String(),
  failed_at: Timestamp,
});
export type FailedRefund = Static<typeof FailedRefund>;

/** What became of a failed refund: the number that it goes on under, and its state. */
const RefundOutcome = Type.Object({
  refund_no: Type.String(),
  status: stringEnum(["created", "processing", "success", "settled"]),
});
export type RefundOutcome = Static<typeof RefundOutcome>;

const refundErrors = ["forbidden", "not_found", "invalid_state", "payment_failed", "key_reused"] as const;

/**
 * For agents, up to their limit, and admins, unless a call says otherwise; the chain's setting decides whether stores see, or also answer, the requests
 * of their own orders.
 */
export const staffOrderSchemas = {
  /** Open ones first, the one that is due next at the top; then answered ones, the latest answer first. */
  refundRequests: {
    query: strictObject({ ...pageQuery, status: Type.Optional(stringEnum(["open", "answered"])) }),
    /** `can_answer`: whether this member may answer them. */
    data: Type.Object({ ...pageWithoutTotal(RefundReview).properties, can_answer: Type.Boolean() }),
    errors: ["forbidden"],
  },
  /** Approving gives back all the money that is left; the reason of a refusal is shown to the customer. */
  answerRequest: {
    body: strictObject({
      order_id: Id,
      approve: Type.Boolean(),
      reason: text(100),
      client_key: IdempotencyKey,
    }),
    data: RefundReview,
    errors: ["forbidden", "not_found", "invalid_state", "rule_broken", "key_reused"],
  },
  /** Opens a rejected request once more, as if it came now; the customer cannot ask again. For agents and admins. */
  reopenRequest: {
    body: strictObject({ order_id: Id, client_key: IdempotencyKey }),
    data: RefundReview,
    errors: ["forbidden", "not_found", "invalid_state", "key_reused"],
  },
  /** The one that waits longest first. */
  failedRefunds: {
    query: strictObject(pageQuery),
    data: pageWithoutTotal(FailedRefund),
    errors: ["forbidden"],
  },
  /**
   * Asks the provider's books first: what they show as given back or on its way is recorded, and only when they show
   * nothing the refund starts again under a new number.
   */
  retryRefund: {
    body: strictObject({ refund_no: RefundNo, client_key: IdempotencyKey }),
    data: RefundOutcome,
    errors: refundErrors,
  },
  /** Records that the money reached the customer in another way, said in the note. */
  settleRefund: {
    body: strictObject({ refund_no: RefundNo, note: text(200, 1), client_key: IdempotencyKey }),
    data: RefundOutcome,
    errors: refundErrors,
  },
  /**
   * Reports dishes of an order in the kitchen that cannot be made, also by a member of its store; what the customer
   * chose happens. `decision` is what was agreed on with a customer who chose `contact`; without it the customer is
   * asked. An order of which nothing would be left is cancelled. `mark_sold_out` takes the dishes off the store's menu
   * (not for agents). Answers what was done.
   */
  reportSoldout: {
    body: strictObject({
      order_id: Id,
      items: Type.Array(
        strictObject({ id: Id, quantity: Type.Integer({ minimum: 1, maximum: quantityMax }) }),
        {
          minItems: 1,
          maxItems: orderLinesMax,
        },
      ),
      decision: Type.Optional(stringEnum(["remove", "cancel_order"])),
      mark_sold_out: Type.Optional(Type.Boolean()),
      client_key: IdempotencyKey,
    }),
    data: Type.Object({ outcome: stringEnum(soldoutPolicies) }),
    errors: ["forbidden", "not_found", "invalid_state", "refund_exceeds", "rule_broken", "key_reused"],
  },
} as const satisfies Record<string, EndpointSchema>;
