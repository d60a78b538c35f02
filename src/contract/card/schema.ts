import Type, { type Static } from "typebox";
import {
  type EndpointSchema,
  Fen,
  IdempotencyKey,
  nullable,
  pageQuery,
  pageWithTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../schema-helpers.ts";

/** A member card as its holder sees it; `number` is the last four digits of it, and no more. */
export const MemberCardSummary = Type.Object({
  number: Type.String(),
  balance: Fen,
  bound_at: nullable(Timestamp),
});
export type MemberCardSummary = Static<typeof MemberCardSummary>;

const MemberCardEntry = Type.Object({
  id: Type.String(),
  type: stringEnum(["issue", "pay", "refund", "adjust"]),
  /** What the customer reads of it. */
  text: Type.String(),
  delta: Fen,
  balance_after: Fen,
  order_id: nullable(Type.String()),
  at: Timestamp,
});
export type MemberCardEntry = Static<typeof MemberCardEntry>;

/** A card in the list of the head office, of its number the last four digits; `holder` is a name with a masked phone. */
export const IssuedMemberCard = Type.Object({
  card_id: Type.String(),
  number: Type.String(),
  balance: Fen,
  holder: nullable(Type.String()),
  issued_by: Type.String(),
  /** What the card was made in, when whoever asks may have its PINs told again. */
  unread_issue: nullable(Type.String()),
  created_at: Timestamp,
});
export type IssuedMemberCard = Static<typeof IssuedMemberCard>;

/** New cards with their PINs; `issue_id` names all that were made at once. */
const MemberCardCredentials = Type.Object({
  issue_id: nullable(Type.String()),
  list: Type.Array(Type.Object({ number: Type.String(), pin: Type.String() })),
});
export type MemberCardCredentials = Static<typeof MemberCardCredentials>;

const issueRequest = strictObject({ issue_id: text(64, 1) });

const CardNumber = Type.String({ pattern: "^\\d{12,19}$" });

export const cardSchemas = {
  show: { data: nullable(MemberCardSummary) },
  /** The movements of the customer's card, the newest first. */
  ledger: { query: strictObject(pageQuery), data: pageWithTotal(MemberCardEntry) },
  bind: {
    body: strictObject({ number: CardNumber, pin: Type.String({ pattern: "^\\d{6}$" }) }),
    data: MemberCardSummary,
    errors: ["bad_pin", "card_locked", "card_taken", "rate_limited"],
  },
  /** The newest first; `keyword` is a whole number, its last four digits, or the holder's phone. */
  adminList: {
    query: strictObject({ ...pageQuery, keyword: Type.Optional(text(32)) }),
    data: pageWithTotal(IssuedMemberCard),
    errors: ["forbidden"],
  },
  /** Makes cards; their PINs are told once, in this answer alone: the same key again answers empty ones. */
  adminIssue: {
    body: strictObject({
      amount: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      count: Type.Integer({ minimum: 1, maximum: 50 }),
      note: Type.Optional(text(50)),
      client_key: IdempotencyKey,
    }),
    data: MemberCardCredentials,
    errors: ["forbidden", "rule_broken", "key_reused"],
  },
  /** Whoever made the cards says that their PINs were read; from then on they cannot be told again. */
  adminPinsRead: {
    body: issueRequest,
    data: Type.Object({ read_at: Timestamp }),
    errors: ["forbidden", "not_found"],
  },
  /** Gives the cards that nobody has bound new PINs, once, as long as nobody has read those that were told. */
  adminTellPins: {
    body: issueRequest,
    data: MemberCardCredentials,
    errors: ["forbidden", "not_found", "conflict"],
  },
} as const satisfies Record<string, EndpointSchema>;
