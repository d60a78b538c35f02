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
 * Next points to become usable: number and date. `at` is null while unknown, because their order is not
 * completed.
 */
export const UpcomingPoints = Type.Object({ points: Type.Integer(), at: nullable(Timestamp) });
export type UpcomingPoints = Static<typeof UpcomingPoints>;

/**
 * A customer's points: `balance` is the sum of all entries; `pending` of it cannot be used yet, `reserved` is
 * held by unpaid orders, and `available` can be spent now (never below zero here; `balance` may be, after
 * spent points had to be revoked).
 */
export const PointsAccount = Type.Object({
  balance: Type.Integer(),
  available: Type.Integer(),
  pending: Type.Integer(),
  reserved: Type.Integer(),
  /** Next of the pending points; null if none are pending. */
  coming: nullable(UpcomingPoints),
  /** Next points to expire. */
  expiring: nullable(Type.Object({ points: Type.Integer(), at: Timestamp })),
  /** Rules that hold for the next order. */
  rules: Type.Object({
    per_yuan: Type.Integer(),
    pending_days: Type.Integer(),
    valid_months: Type.Integer(),
    spend_minimum: Type.Integer(),
    spend_percent: Type.Integer(),
  }),
});
export type PointsAccount = Static<typeof PointsAccount>;

const PointsRecord = Type.Object({
  id: Type.String(),
  type: stringEnum(pointsRecordTypes),
  /** Description shown to the customer. */
  text: Type.String(),
  delta: Type.Integer(),
  balance_after: Type.Integer(),
  order_id: nullable(Type.String()),
  /** In the future while the points cannot be used yet; null while their order is not completed. */
  available_at: nullable(Timestamp),
  expires_at: nullable(Timestamp),
  at: Timestamp,
});
export type PointsRecord = Static<typeof PointsRecord>;

/**
 * Points that can be spent on an order: `usable` is the maximum (0 if too few), worth 1 fen each; `minimum` is the
 * smallest number that can be spent at all.
 */
export const PointsOffer = Type.Object({
  available: Type.Integer(),
  usable: Type.Integer(),
  worth: Fen,
  minimum: Type.Integer(),
  coming: nullable(UpcomingPoints),
});
export type PointsOffer = Static<typeof PointsOffer>;

export const pointsSchemas = {
  account: { data: PointsAccount },
  /** Entries, newest first. */
  records: { query: strictObject(pageQuery), data: pageWithTotal(PointsRecord) },
} as const satisfies Record<string, EndpointSchema>;
