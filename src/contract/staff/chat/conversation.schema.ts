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

/** Id and name of a member of staff. */
export const StaffRef = Type.Object({ staff_id: Type.String(), name: Type.String() });
export type StaffRef = Static<typeof StaffRef>;

/** Customer's conversation in the queue. */
export const ConversationSummary = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  /** Masked; null for customers who have only a WeChat account. */
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
  /** Messages not read by staff; reading clears it. */
  unread_count: Type.Integer(),
  /** Whether the customer waits for a reply; only a reply or resolving clears it. */
  needs_reply: Type.Boolean(),
  waiting_since: nullable(Timestamp),
  status: stringEnum(conversationStatuses),
  assignee: nullable(StaffRef),
  /** Whether the customer has the app open, accurate to about 30 s. */
  online: Type.Boolean(),
  active_order_id: nullable(Type.String()),
  updated_at: Timestamp,
});
export type ConversationSummary = Static<typeof ConversationSummary>;

/**
 * `keyword` matches parts of a name, a full phone number or its last four digits, and full order numbers: of
 * all customers, including those who have never written, unless `filter` or `status` narrows it.
 */
export const conversationQuery = strictObject({
  ...pageQuery,
  filter: Type.Optional(stringEnum(conversationFilters)),
  status: Type.Optional(stringEnum(conversationStatuses)),
  keyword: Type.Optional(text(50)),
});

/** `staff_id` is for `assign` only. */
export const conversationUpdate = strictObject({
  user_id: Id,
  action: stringEnum(conversationActions),
  staff_id: Type.Optional(Id),
});

/** Open work of a member of staff: unread messages and refund requests. */
export const ChatCounts = Type.Object({ unread: Type.Integer(), refund_requests: Type.Integer() });
export type ChatCounts = Static<typeof ChatCounts>;

/** Customer profile for staff. */
export const ChatCustomer = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  phone: nullable(Type.String()),
  member_since: Timestamp,
  points: Type.Integer(),
  /** Balance of the member card; null without one. */
  card_balance: nullable(Fen),
  order_count: Type.Integer(),
  active_order_id: nullable(Type.String()),
  online: Type.Boolean(),
});
export type ChatCustomer = Static<typeof ChatCustomer>;

/** Note of staff about a customer; customers never see it. */
export const ChatNote = Type.Object({
  id: Type.Integer(),
  author: StaffRef,
  content: Type.String(),
  created_at: Timestamp,
});
export type ChatNote = Static<typeof ChatNote>;
