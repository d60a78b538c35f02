import Type, { type Static } from "typebox";
import {
  Fen,
  Id,
  nullable,
  pageQuery,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../../schema-helpers.ts";
import { conversationActions, conversationFilters, conversationStatuses } from "./enums.ts";

/** A member of staff by name. */
export const StaffRef = Type.Object({ staff_id: Type.String(), name: Type.String() });
export type StaffRef = Static<typeof StaffRef>;

/** A customer's thread in the queue. */
export const ConversationSummary = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  /** Masked; null for somebody who has only WeChat. */
  phone: nullable(Type.String()),
  last_message: nullable(
    Type.Object({
      id: Type.Integer(),
      preview: Type.String(),
      type: stringEnum(["text", "image", "order", "system"]),
      sender_type: stringEnum(["user", "staff", "system"]),
      at: Timestamp,
    }),
  ),
  /** What staff have not read; reading clears it. */
  unread_count: Type.Integer(),
  /** Whether the customer waits for words; only a reply or resolving clears it. */
  needs_reply: Type.Boolean(),
  waiting_since: nullable(Timestamp),
  status: stringEnum(conversationStatuses),
  assignee: nullable(StaffRef),
  /** Whether the customer has the app open, as of the last half minute or so. */
  online: Type.Boolean(),
  active_order_id: nullable(Type.String()),
  updated_at: Timestamp,
});
export type ConversationSummary = Static<typeof ConversationSummary>;

/**
 * `keyword` finds parts of a name, a whole phone number or its last four digits, and whole order numbers: of all
 * customers, those who have never written among them, unless `filter` or `status` says otherwise.
 */
export const conversationQuery = strictObject({
  ...pageQuery,
  filter: Type.Optional(stringEnum(conversationFilters)),
  status: Type.Optional(stringEnum(conversationStatuses)),
  keyword: Type.Optional(text(50)),
});

/** `staff_id` belongs to `assign` alone. */
export const conversationUpdate = strictObject({
  user_id: Id,
  action: stringEnum(conversationActions),
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
  member_since: Timestamp,
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
  author: StaffRef,
  content: Type.String(),
  created_at: Timestamp,
});
export type ChatNote = Static<typeof ChatNote>;
