import Type, { type Static } from "typebox";
import {
  type EndpointSchema,
  Fen,
  nullable,
  pageQuery,
  pageWithTotal,
  strictObject,
  stringEnum,
  Timestamp,
} from "../schema-helpers.ts";

export const pointsRecordTypes = [
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
export const UpcomingPoints = Type.Object({ points: Type.Integer(), at: nullable(Timestamp) });
export type UpcomingPoints = Static<typeof UpcomingPoints>;

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
  coming: nullable(UpcomingPoints),
  /** The next points that expire. */
  expiring: nullable(Type.Object({ points: Type.Integer(), at: Timestamp })),
});
export type PointsAccount = Static<typeof PointsAccount>;

const PointsRecord = Type.Object({
  id: Type.String(),
  type: stringEnum(pointsRecordTypes),
  /** What the customer reads of it. */
  text: Type.String(),
  delta: Type.Integer(),
  balance_after: Type.Integer(),
  order_id: nullable(Type.String()),
  /** Later than now while the points may not be used yet; null while their order is not completed. */
  available_at: nullable(Timestamp),
  expires_at: nullable(Timestamp),
  at: Timestamp,
});
export type PointsRecord = Static<typeof PointsRecord>;

/** What points can do for an order: `usable` is the most that may be spent on it (0 when too few), worth 1 fen each. */
export const PointsOffer = Type.Object({
  available: Type.Integer(),
  usable: Type.Integer(),
  worth: Fen,
  coming: nullable(UpcomingPoints),
});
export type PointsOffer = Static<typeof PointsOffer>;

export const pointsSchemas = {
  account: { data: PointsAccount },
  /** The movements, the newest first. */
  records: { query: strictObject(pageQuery), data: pageWithTotal(PointsRecord) },
} as const satisfies Record<string, EndpointSchema>;
