import Type, { type Static } from "typebox";
import { ComingPoints } from "../points/schema.ts";
import {
  ClientKey,
  Fen,
  Id,
  Moment,
  nullable,
  oneOf,
  pageOf,
  pageQuery,
  type Shape,
  strict,
  text,
} from "../shape.ts";

const withdrawalStates = ["reviewing", "paid", "rejected"] as const;

/** Points that a customer wants paid out; `amount` is what is paid for them after the fee, in fen. */
export const Withdrawal = Type.Object({
  withdrawal_id: Type.String(),
  status: oneOf(withdrawalStates),
  points: Type.Integer(),
  fee: Fen,
  amount: Fen,
  /** Why it was rejected. */
  reason: nullable(Type.String()),
  created_at: Moment,
  reviewed_at: nullable(Moment),
});
export type Withdrawal = Static<typeof Withdrawal>;

/**
 * What is allowed now: points, and fen for the fee. Of the `available` points, which can be spent, `withdrawable` are
 * those from invites.
 */
export const WithdrawalRules = Type.Object({
  available: Type.Integer(),
  coming: nullable(ComingPoints),
  withdrawable: Type.Integer(),
  minimum: Type.Integer(),
  daily_maximum: Type.Integer(),
  fee: Fen,
  /** One was asked for today already. */
  is_asked_today: Type.Boolean(),
});
export type WithdrawalRules = Static<typeof WithdrawalRules>;

/** A withdrawal as staff see it. */
export const ReviewedWithdrawal = Type.Object({
  ...Withdrawal.properties,
  user_id: Type.String(),
  name: Type.String(),
  phone: Type.String(),
  reviewed_by: nullable(Type.String()),
});
export type ReviewedWithdrawal = Static<typeof ReviewedWithdrawal>;

export const withdrawalSchemas = {
  withdraw: {
    body: strict({ points: Type.Integer({ minimum: 1, maximum: 1_000_000 }), client_key: ClientKey }),
    data: Withdrawal,
    errors: ["points_unusable", "withdrawal_limit", "key_reused"],
  },
  list: {
    query: strict(pageQuery),
    data: Type.Object({ ...pageOf(Withdrawal).properties, rules: WithdrawalRules }),
  },
  adminList: {
    query: strict({ ...pageQuery, status: Type.Optional(oneOf(withdrawalStates)) }),
    data: pageOf(ReviewedWithdrawal),
    errors: ["forbidden"],
  },
  /** Says that one was paid, or rejects it with a reason that the customer reads; the points go back then. */
  review: {
    body: strict({
      withdrawal_id: Id,
      approve: Type.Boolean(),
      reason: Type.Optional(text(100)),
      client_key: ClientKey,
    }),
    data: ReviewedWithdrawal,
    errors: ["forbidden", "not_found", "conflict", "key_reused"],
  },
} as const satisfies Record<string, Shape>;
