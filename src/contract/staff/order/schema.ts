import Type, { type Static } from "typebox";
import { orderLinesMax, quantityMax } from "../../constants.ts";
import { dayRangeQuery } from "../../day-range.ts";
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

/** Customer's refund request with the details needed to answer it. */
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
  /** Amount refunded on approval. */
  refundable_amount: Fen,
  /** The URLs of its images need a staff token. */
  request: RefundRequest,
});
export type RefundReview = Static<typeof RefundReview>;

/** Refund that the provider did not carry out, as a task for staff. */
export const FailedRefund = Type.Object({
  refund_no: Type.String(),
  order_id: Type.String(),
  order_no: Type.String(),
  user_id: Type.String(),
  customer_name: Type.String(),
  restaurant_name: Type.String(),
  money: Fen,
  points: Type.Integer(),
  /** Reason of the refund. */
  reason: Type.String(),
  /** The provider's error code, "ABNORMAL" or "CLOSED". */
  failure: Type.String(),
  /** Failure as a sentence for staff. */
  failure_text: Type.String(),
  failed_at: Timestamp,
});
export type FailedRefund = Static<typeof FailedRefund>;

/** Outcome of a failed refund: the number under which it continues, and its status. */
const RefundOutcome = Type.Object({
  refund_no: Type.String(),
  status: stringEnum(["created", "processing", "success", "settled"]),
});
export type RefundOutcome = Static<typeof RefundOutcome>;

const refundErrors = ["forbidden", "not_found", "invalid_state", "payment_failed", "key_reused"] as const;

/** Filters of refunds: their restaurant, days, and a whole order number. */
const refundFilter = { restaurant_id: Type.Optional(Id), ...dayRangeQuery, keyword: Type.Optional(text(50)) };

/**
 * For agents, up to their limit, and admins, unless an endpoint says otherwise; a setting of the chain
 * decides whether restaurants see, or also answer, the requests of their own orders.
 */
export const staffOrderSchemas = {
  /**
   * Open ones first by due time, then answered ones, latest answer first. `restaurant_id` limits them to one restaurant;
   * it is needed of restaurant staff with several. Days are those of the request.
   */
  refundRequests: {
    query: strictObject({
      ...pageQuery,
      ...refundFilter,
      status: Type.Optional(stringEnum(["open", "answered", "approved", "rejected"])),
    }),
    /** `can_answer`: whether this member may answer them. */
    data: Type.Object({ ...pageWithoutTotal(RefundReview).properties, can_answer: Type.Boolean() }),
    errors: ["forbidden"],
  },
  /** Approving refunds the entire remaining amount; the customer sees the reason of a refusal. */
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
  /**
   * Reopens a rejected request as if it were new, because the customer cannot request again. For agents and
   * admins.
   */
  reopenRequest: {
    body: strictObject({ order_id: Id, client_key: IdempotencyKey }),
    data: RefundReview,
    errors: ["forbidden", "not_found", "invalid_state", "key_reused"],
  },
  /** Longest waiting first; days are those on which they failed. */
  failedRefunds: {
    query: strictObject({ ...pageQuery, ...refundFilter }),
    data: pageWithoutTotal(FailedRefund),
    errors: ["forbidden"],
  },
  /**
   * Queries the provider first: a refund that it reports as completed or under way is recorded; only without
   * one the refund starts again under a new number.
   */
  retryRefund: {
    body: strictObject({ refund_no: RefundNo, client_key: IdempotencyKey }),
    data: RefundOutcome,
    errors: refundErrors,
  },
  /** Records that the customer was refunded by other means, described in the note. */
  settleRefund: {
    body: strictObject({ refund_no: RefundNo, note: text(200, 1), client_key: IdempotencyKey }),
    data: RefundOutcome,
    errors: refundErrors,
  },
  /**
   * Reports dishes of an order in the kitchen that cannot be made, also by staff of its restaurant; the
   * customer's policy applies. `decision` is the agreement with a customer who chose `contact`; without it
   * the customer is asked. An order with nothing left is cancelled. `mark_sold_out` takes the dishes off the
   * restaurant's menu (not for agents). Returns the applied policy.
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
