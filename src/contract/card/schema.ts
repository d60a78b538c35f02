import Type, { type Static } from "typebox";
import {
  ClientKey,
  Fen,
  Moment,
  nullable,
  oneOf,
  pageOf,
  pageQuery,
  type Shape,
  strict,
  text,
} from "../shape.ts";

/** A member card as its holder sees it; `number` is the last four digits of it, and no more. */
export const Card = Type.Object({ number: Type.String(), balance: Fen, bound_at: nullable(Moment) });
export type Card = Static<typeof Card>;

const CardEntry = Type.Object({
  id: Type.String(),
  type: oneOf(["issue", "pay", "refund", "adjust"]),
  /** What the customer reads of it. */
  text: Type.String(),
  delta: Fen,
  balance_after: Fen,
  order_id: nullable(Type.String()),
  at: Moment,
});
export type CardEntry = Static<typeof CardEntry>;

/** A card in the list of the head office, of its number the last four digits; `holder` is a name with a masked phone. */
export const IssuedCard = Type.Object({
  card_id: Type.String(),
  number: Type.String(),
  balance: Fen,
  holder: nullable(Type.String()),
  issued_by: Type.String(),
  /** What the card was made in, when whoever asks may have its PINs told again. */
  unread_issue: nullable(Type.String()),
  created_at: Moment,
});
export type IssuedCard = Static<typeof IssuedCard>;

/** New cards with their PINs; `issue_id` names all that were made at once. */
const CardSecrets = Type.Object({
  issue_id: nullable(Type.String()),
  list: Type.Array(Type.Object({ number: Type.String(), pin: Type.String() })),
});
export type CardSecrets = Static<typeof CardSecrets>;

const issueWish = strict({ issue_id: text(64, 1) });

const CardNumber = Type.String({ pattern: "^\\d{12,19}$" });

export const cardSchemas = {
  show: { data: nullable(Card) },
  /** The movements of the customer's card, the newest first. */
  ledger: { query: strict(pageQuery), data: pageOf(CardEntry) },
  bind: {
    body: strict({ number: CardNumber, pin: Type.String({ pattern: "^\\d{6}$" }) }),
    data: Card,
    errors: ["bad_pin", "card_locked", "card_taken", "rate_limited"],
  },
  /** The newest first; `keyword` is a whole number, its last four digits, or the holder's phone. */
  adminList: {
    query: strict({ ...pageQuery, keyword: Type.Optional(text(32)) }),
    data: pageOf(IssuedCard),
    errors: ["forbidden"],
  },
  /** Makes cards; their PINs are told once, in this answer alone: the same key again answers empty ones. */
  adminIssue: {
    body: strict({
      amount: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      count: Type.Integer({ minimum: 1, maximum: 50 }),
      note: Type.Optional(text(50)),
      client_key: ClientKey,
    }),
    data: CardSecrets,
    errors: ["forbidden", "rule_broken", "key_reused"],
  },
  /** Whoever made the cards says that their PINs were read; from then on they cannot be told again. */
  adminPinsRead: {
    body: issueWish,
    data: Type.Object({ read_at: Moment }),
    errors: ["forbidden", "not_found"],
  },
  /** Gives the cards that nobody has bound new PINs, once, as long as nobody has read those that were told. */
  adminTellPins: { body: issueWish, data: CardSecrets, errors: ["forbidden", "not_found", "conflict"] },
} as const satisfies Record<string, Shape>;
