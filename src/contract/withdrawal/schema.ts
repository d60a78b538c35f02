import Type, { type Static } from "typebox";
import { dayRangeQuery } from "../day-range.ts";
import { UpcomingPoints } from "../points/schema.ts";
import {
  type EndpointSchema,
  Fen,
  Id,
  IdempotencyKey,
  nullable,
  pageQuery,
  pageWithTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../schema-helpers.ts";

const withdrawalStatuses = ["reviewing", "paid", "rejected"] as const;

/** Withdrawal of points by a customer; `amount` is the payout after the fee, in fen. */
export const Withdrawal = Type.Object({
  withdrawal_id: Type.String(),
  status: stringEnum(withdrawalStatuses),
  points: Type.Integer(),
  fee: Fen,
  amount: Fen,
  /** Reason of the rejection. */
  reason: nullable(Type.String()),
  created_at: Timestamp,
  reviewed_at: nullable(Timestamp),
});
export type Withdrawal = Static<typeof Withdrawal>;

/**
 * Current limits in points; the fee in fen. `withdrawable` is the part of the `available` (spendable) points
 * that comes from invites.
 */
export const WithdrawalRules = Type.Object({
  available: Type.Integer(),
  coming: nullable(UpcomingPoints),
  withdrawable: Type.Integer(),
  minimum: Type.Integer(),
  daily_maximum: Type.Integer(),
  fee: Fen,
  /** Whether a withdrawal was already requested today. */
  is_asked_today: Type.Boolean(),
});
export type WithdrawalRules = Static<typeof WithdrawalRules>;

/** Withdrawal as staff see it. */
export const StaffWithdrawal = Type.Object({
  ...Withdrawal.properties,
  user_id: Type.String(),
  name: Type.String(),
  phone: Type.String(),
  reviewed_by: nullable(Type.String()),
});
export type StaffWithdrawal = Static<typeof StaffWithdrawal>;

export const withdrawalSchemas = {
  withdraw: {
    body: strictObject({
      points: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      /** The fee that the customer saw, in fen; another one is refused. */
      expected_fee: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      client_key: IdempotencyKey,
    }),
    data: Withdrawal,
    errors: ["points_unusable", "withdrawal_limit", "key_reused"],
  },
  list: {
    query: strictObject(pageQuery),
    data: Type.Object({ ...pageWithTotal(Withdrawal).properties, rules: WithdrawalRules }),
  },
  adminList: {
    /** Newest first without `sort` and `order`. */
    query: strictObject({
      ...pageQuery,
      ...dayRangeQuery,
      status: Type.Optional(stringEnum(withdrawalStatuses)),
      sort: Type.Optional(stringEnum(["created_at", "points"])),
      order: Type.Optional(stringEnum(["asc", "desc"])),
    }),
    data: pageWithTotal(StaffWithdrawal),
    errors: ["forbidden"],
  },
  /** Marks a withdrawal as paid, or rejects it with a reason for the customer and returns the points. */
  review: {
    body: strictObject({
      withdrawal_id: Id,
      approve: Type.Boolean(),
      reason: Type.Optional(text(100)),
      client_key: IdempotencyKey,
    }),
    data: StaffWithdrawal,
    errors: ["forbidden", "not_found", "conflict", "key_reused"],
  },
} as const satisfies Record<string, EndpointSchema>;
