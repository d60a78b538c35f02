import Type, { type Static } from "typebox";
import { Fen, Id, Moment, nullable, oneOf, pageQuery, strict, text } from "../shape.ts";
import { sessionActions, sessionFilters, sessionStatuses } from "./words.ts";

/** A member of staff by name. */
export const Colleague = Type.Object({ staff_id: Type.String(), name: Type.String() });
export type Colleague = Static<typeof Colleague>;

/** A customer's thread in the queue. */
export const ChatSession = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  /** Masked; null for somebody who has only WeChat. */
  phone: nullable(Type.String()),
  last_message: nullable(
    Type.Object({
      id: Type.Integer(),
      preview: Type.String(),
      type: oneOf(["text", "image", "order", "system"]),
      sender_type: oneOf(["user", "staff", "system"]),
      at: Moment,
    }),
  ),
  /** What staff have not read; reading clears it. */
  unread_count: Type.Integer(),
  /** Whether the customer waits for words; only a reply or resolving clears it. */
  needs_reply: Type.Boolean(),
  waiting_since: nullable(Moment),
  status: oneOf(sessionStatuses),
  assignee: nullable(Colleague),
  /** Whether the customer has the app open, as of the last half minute or so. */
  online: Type.Boolean(),
  active_order_id: nullable(Type.String()),
  updated_at: Moment,
});
export type ChatSession = Static<typeof ChatSession>;

/**
 * `keyword` finds parts of a name, a whole phone number or its last four digits, and whole order numbers: of all
 * customers, those who have never written among them, unless `filter` or `status` says otherwise.
 */
export const sessionQuery = strict({
  ...pageQuery,
  filter: Type.Optional(oneOf(sessionFilters)),
  status: Type.Optional(oneOf(sessionStatuses)),
  keyword: Type.Optional(text(50)),
});

/** `staff_id` belongs to `assign` alone. */
export const sessionWish = strict({
  user_id: Id,
  action: oneOf(sessionActions),
  staff_id: Type.Optional(Id),
});

/** What waits for a member of staff: messages to read, and requests for refunds. */
export const ChatCounts = Type.Object({ unread: Type.Integer(), refund_requests: Type.Integer() });
export type ChatCounts = Static<typeof ChatCounts>;

/** What staff see of the person they talk to. */
export const ChatCustomer = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  phone: nullable(Type.String()),
  member_since: Moment,
  points: Type.Integer(),
  /** Of the member card; null without one. */
  card_balance: nullable(Fen),
  order_count: Type.Integer(),
  active_order_id: nullable(Type.String()),
  online: Type.Boolean(),
});
export type ChatCustomer = Static<typeof ChatCustomer>;

/** What staff write down about a customer; customers never see it. */
export const ChatNote = Type.Object({
  id: Type.Integer(),
  author: Colleague,
  content: Type.String(),
  created_at: Moment,
});
export type ChatNote = Static<typeof ChatNote>;
