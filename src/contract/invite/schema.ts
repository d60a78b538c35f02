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

export const inviteSchemas = {
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
      /** Rewards for the next friend: points, the smallest first order in fen, and days after it. */
      rewards: Type.Object({
        inviter_points: Type.Integer(),
        invitee_points: Type.Integer(),
        minimum_order: Type.Integer(),
        delay_days: Type.Integer(),
      }),
      /** Days after the sign-up in which a code can be entered although an order was paid. */
      bind_days: Type.Integer(),
    }),
  },
  /** Stores who invited the customer; the first inviter stays. */
  bind: { body: strictObject({ invite_code: text(32, 1) }), data: Empty, errors: ["invite_invalid"] },
} as const satisfies Record<string, EndpointSchema>;
