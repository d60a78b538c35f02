import Type, { type Static } from "typebox";
import {
  Empty,
  type EndpointSchema,
  pageQuery,
  pageWithTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../schema-helpers.ts";

const InviteRecord = Type.Object({
  name: Type.String(),
  status: stringEnum(["registered", "ordered", "rewarded", "revoked"]),
  points: Type.Integer(),
  at: Timestamp,
});
export type InviteRecord = Static<typeof InviteRecord>;

/** Rewards for the next friend: points, the smallest first order in fen, and days after it. */
const Rewards = Type.Object({
  inviter_points: Type.Integer(),
  invitee_points: Type.Integer(),
  minimum_order: Type.Integer(),
  delay_days: Type.Integer(),
});
export type InviteRewards = Static<typeof Rewards>;

const Inviter = Type.Object({
  name: Type.String(),
  avatar: Type.Union([Type.String(), Type.Null()]),
  rewards: Rewards,
});
export type Inviter = Static<typeof Inviter>;

export const inviteSchemas = {
  /** Who sent an invite link: masked name ("" without one), image, and the rewards; null for an unknown code. */
  inviter: {
    query: strictObject({ invite_code: text(32, 1) }),
    data: Type.Union([Inviter, Type.Null()]),
    perMinute: 30,
  },
  code: { data: Type.Object({ invite_code: Type.String(), invite_url: Type.String() }) },
  poster: {
    data: Type.Object({
      url: Type.String(),
      invite_url: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
    }),
  },
  records: { query: strictObject(pageQuery), data: pageWithTotal(InviteRecord) },
  /**
   * Friends invited and friends who ordered; `today` counts friends rewarded today; `can_bind` says whether
   * the customer can still enter an invite code.
   */
  stats: {
    data: Type.Object({
      invited: Type.Integer(),
      ordered: Type.Integer(),
      rewarded_points: Type.Integer(),
      withdrawable: Type.Integer(),
      today: Type.Integer(),
      can_bind: Type.Boolean(),
      rewards: Rewards,
      /** Days after the sign-up in which a code can be entered although an order was paid. */
      bind_days: Type.Integer(),
    }),
  },
  /** Stores who invited the customer; the first inviter stays. */
  bind: { body: strictObject({ invite_code: text(32, 1) }), data: Empty, errors: ["invite_invalid"] },
} as const satisfies Record<string, EndpointSchema>;
