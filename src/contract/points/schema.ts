import Type, { type Static } from "typebox";
import { Fen, Moment, nullable, oneOf, pageOf, pageQuery, type Shape, strict } from "../shape.ts";

export const pointsTypes = [
  "earn",
  "spend",
  "refund",
  "reverse",
  "invite",
  "withdraw",
  "withdraw_return",
  "expire",
  "adjust",
] as const;

/**
 * The next points that become usable: how many and from when on. `at` is null while that is not known, because their
 * order is not completed.
 */
export const ComingPoints = Type.Object({ points: Type.Integer(), at: nullable(Moment) });
export type ComingPoints = Static<typeof ComingPoints>;

/**
 * A customer's points: `balance` is the sum of all movements; of these `pending` may not be used yet, `reserved` is held
 * by orders that wait for their money, and `available` is what can be spent now (never below zero here; `balance` may be,
 * after points that were spent had to be taken back).
 */
export const PointsAccount = Type.Object({
  balance: Type.Integer(),
  available: Type.Integer(),
  pending: Type.Integer(),
  reserved: Type.Integer(),
  /** The next of the pending points; null while none are pending. */
  coming: nullable(ComingPoints),
  /** The next points that expire. */
  expiring: nullable(Type.Object({ points: Type.Integer(), at: Moment })),
});
export type PointsAccount = Static<typeof PointsAccount>;

const PointsRecord = Type.Object({
  id: Type.String(),
  type: oneOf(pointsTypes),
  /** What the customer reads of it. */
  text: Type.String(),
  delta: Type.Integer(),
  balance_after: Type.Integer(),
  order_id: nullable(Type.String()),
  /** Later than now while the points may not be used yet; null while their order is not completed. */
  available_at: nullable(Moment),
  expires_at: nullable(Moment),
  at: Moment,
});
export type PointsRecord = Static<typeof PointsRecord>;

/** What points can do for an order: `usable` is the most that may be spent on it (0 when too few), worth 1 fen each. */
export const PointsOffer = Type.Object({
  available: Type.Integer(),
  usable: Type.Integer(),
  worth: Fen,
  coming: nullable(ComingPoints),
});
export type PointsOffer = Static<typeof PointsOffer>;

export const pointsSchemas = {
  account: { data: PointsAccount },
  /** The movements, the newest first. */
  records: { query: strict(pageQuery), data: pageOf(PointsRecord) },
} as const satisfies Record<string, Shape>;
