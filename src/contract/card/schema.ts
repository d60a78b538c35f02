import Type, { type Static } from "typebox";
import { dayRangeQuery } from "../day-range.ts";
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

/** Member card as its holder sees it; `number` holds only the last four digits. */
export const MemberCardSummary = Type.Object({
  number: Type.String(),
  balance: Fen,
  bound_at: nullable(Timestamp),
});
export type MemberCardSummary = Static<typeof MemberCardSummary>;

const MemberCardEntry = Type.Object({
  id: Type.String(),
  type: stringEnum(["issue", "pay", "refund", "adjust"]),
  /** Description shown to the customer. */
  text: Type.String(),
  delta: Fen,
  balance_after: Fen,
  order_id: nullable(Type.String()),
  at: Timestamp,
});
export type MemberCardEntry = Static<typeof MemberCardEntry>;

/**
 * Member card in the admin list; `number` holds the last four digits, `holder` is a name with a masked phone.
 */
export const IssuedMemberCard = Type.Object({
  card_id: Type.String(),
  number: Type.String(),
  balance: Fen,
  holder: nullable(Type.String()),
  issued_by: Type.String(),
  /** Id of the card's issue if the current member of staff may have its PINs issued again; null otherwise. */
  unread_issue: nullable(Type.String()),
  created_at: Timestamp,
});
export type IssuedMemberCard = Static<typeof IssuedMemberCard>;

/** New cards with their PINs; `issue_id` names the batch in which they were made. */
const MemberCardCredentials = Type.Object({
  issue_id: nullable(Type.String()),
  list: Type.Array(Type.Object({ number: Type.String(), pin: Type.String() })),
});
export type MemberCardCredentials = Static<typeof MemberCardCredentials>;

const issueRequest = strictObject({ issue_id: text(64, 1) });

const CardNumber = Type.String({ pattern: "^\\d{12,19}$" });

export const cardSchemas = {
  show: { data: nullable(MemberCardSummary) },
  /** Ledger of the customer's card, newest first. */
  ledger: { query: strictObject(pageQuery), data: pageWithTotal(MemberCardEntry) },
  bind: {
    body: strictObject({ number: CardNumber, pin: Type.String({ pattern: "^\\d{6}$" }) }),
    data: MemberCardSummary,
    errors: ["bad_pin", "card_locked", "card_taken", "rate_limited"],
  },
  /** Newest first; `keyword` is a full card number, its last four digits, or the holder's phone. */
  adminList: {
    /** By day of issue; `keyword` is a number, its last four digits or a phone. */
    query: strictObject({
      ...pageQuery,
      ...dayRangeQuery,
      keyword: Type.Optional(text(32)),
      holder: Type.Optional(stringEnum(["bound", "unbound"])),
    }),
    data: pageWithTotal(IssuedMemberCard),
    errors: ["forbidden", "rule_broken"],
  },
  /** Creates cards. Only this response contains the PINs: a repeated key returns empty ones. */
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
  /**
   * Confirms that the PINs were read by the member of staff who made the cards; they cannot be issued again
   * afterwards.
   */
  adminPinsRead: {
    body: issueRequest,
    data: Type.Object({ read_at: Timestamp }),
    errors: ["forbidden", "not_found"],
  },
  /**
   * Issues new PINs, once, for the unbound cards of an issue, as long as its PINs are not confirmed as read.
   */
  adminTellPins: {
    body: issueRequest,
    data: MemberCardCredentials,
    errors: ["forbidden", "not_found", "conflict"],
  },
} as const satisfies Record<string, EndpointSchema>;
