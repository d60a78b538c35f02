import Type, { type Static } from "typebox";
import { Fen } from "../../schema-helpers.ts";

/** Sums of the whole chain beside orders: member cards, vouchers and points. */
const ChainSums = Type.Object({
  cards_issued: Type.Integer(),
  /** Money on the issued cards. */
  cards_value: Fen,
  /** Money added to cards by hand, less what was taken. */
  cards_adjusted: Fen,
  /** Cards bound then that still are. */
  cards_bound: Type.Integer(),
  /** Money that orders took from cards, less what refunds returned. */
  cards_spent: Fen,
  vouchers_issued: Type.Integer(),
  /** Vouchers redeemed, less those that can be used again because the order was cancelled. */
  vouchers_redeemed: Type.Integer(),
  /** What orders gave in points and refunds returned, less what was used and taken back. */
  points_of_orders: Type.Integer(),
  points_invited: Type.Integer(),
  /** At most 0, as the next two. */
  points_revoked: Type.Integer(),
  points_expired: Type.Integer(),
  /** Points that requests to pay them out took, and rejections returned. */
  points_requested: Type.Integer(),
  points_adjusted: Type.Integer(),
  /** Withdrawals that were paid, and their points. */
  withdrawals: Type.Integer(),
  points_withdrawn: Type.Integer(),
});
export type ChainSums = Static<typeof ChainSums>;

/** Sums of a range with what is outstanding at its end: money on all cards, and points of all customers. */
export const ChainFigures = Type.Object({
  ...ChainSums.properties,
  cards_balance: Fen,
  points_balance: Type.Integer(),
});
export type ChainFigures = Static<typeof ChainFigures>;

/** A day, "YYYY-MM-DD", or a month, "YYYY-MM". */
export const ChainPoint = Type.Object({ at: Type.String(), ...ChainFigures.properties });
export type ChainPoint = Static<typeof ChainPoint>;
