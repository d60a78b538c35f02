import Type from "typebox";
import { Moment, Nothing, oneOf, pageOf, pageQuery, type Shape, strict, text } from "../shape.ts";

const InviteRecord = Type.Object({
  name: Type.String(),
  status: oneOf(["registered", "ordered", "rewarded", "revoked"]),
  points: Type.Integer(),
  at: Moment,
});
const PointsRecord = Type.Object({
  id: Type.String(),
  type: Type.String(),
  text: Type.String(),
  delta: Type.Integer(),
  balance_after: Type.Integer(),
  at: Moment,
});

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
  records: { query: strict(pageQuery), data: pageOf(InviteRecord) },
  pointsRecords: { query: strict(pageQuery), data: pageOf(PointsRecord) },
  stats: {
    data: Type.Object({
      invited: Type.Integer(),
      ordered: Type.Integer(),
      rewarded_points: Type.Integer(),
      withdrawable: Type.Integer(),
      today: Type.Integer(),
    }),
  },
  bind: { body: strict({ invite_code: text(32, 1) }), data: Nothing },
} as const satisfies Record<string, Shape>;
