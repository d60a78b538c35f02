import Type from "typebox";
import {
  ChatHistory,
  ChatMessage,
  historyQuery,
  messageInput,
  ReadUpTo,
  UploadedImage,
} from "../../chat/message.schema.ts";
import { OrderDetail, OrderSummary } from "../../order/schema.ts";
import {
  type EndpointSchema,
  Id,
  IdempotencyKey,
  PhoneInput,
  pageQuery,
  pageWithoutTotal,
  pageWithTotal,
  strictObject,
  stringEnum,
  text,
} from "../../schema-helpers.ts";
import {
  ChatCounts,
  ChatCustomer,
  ChatNote,
  ConversationSummary,
  conversationQuery,
  conversationUpdate,
  StaffRef,
} from "./conversation.schema.ts";

const UserIdParams = strictObject({ userId: Id });

/** For agents and admins; a store's member is forbidden all of it but looking at the orders of that store. */
export const staffChatSchemas = {
  /** Who waits longest first, then by the last change; resolved ones are there too unless `status` says otherwise. */
  sessions: { query: conversationQuery, data: pageWithoutTotal(ConversationSummary), errors: ["forbidden"] },
  /** Messages of open threads that are this member's or nobody's and not read, and requests for refunds. */
  counts: {
    data: ChatCounts,
    errors: ["forbidden"],
  },
  /** Reading it marks nothing as read. */
  messages: {
    params: UserIdParams,
    query: historyQuery,
    data: ChatHistory,
    errors: ["forbidden", "not_found"],
  },
  send: {
    body: strictObject({ user_id: Id, ...messageInput }),
    data: ChatMessage,
    errors: ["forbidden", "not_found", "key_reused"],
  },
  /** A form with the fields `user_id`, first, and `file`. */
  uploadImage: { data: UploadedImage, errors: ["forbidden", "not_found"] },
  /** Clears the session's unread count as far as `up_to_id`, and never that it needs a reply. */
  read: {
    body: strictObject({ user_id: Id, up_to_id: ReadUpTo }),
    data: ConversationSummary,
    errors: ["forbidden", "not_found"],
  },
  session: { body: conversationUpdate, data: ConversationSummary, errors: ["forbidden", "not_found"] },
  notes: {
    params: UserIdParams,
    query: strictObject(pageQuery),
    data: pageWithoutTotal(ChatNote),
    errors: ["forbidden", "not_found"],
  },
  addNote: {
    params: UserIdParams,
    body: strictObject({ content: text(1000, 1), client_key: IdempotencyKey }),
    data: ChatNote,
    errors: ["forbidden", "not_found", "key_reused"],
  },
  customer: { params: UserIdParams, data: ChatCustomer, errors: ["forbidden", "not_found"] },
  /**
   * Another number for a customer who has lost the old one; all sessions of the account end. Who asked and how staff made
   * sure of it is the reason. "conflict" for a number that has an account.
   */
  changePhone: {
    params: UserIdParams,
    body: strictObject({ phone: PhoneInput, reason: text(200, 1) }),
    data: Type.Object({ phone: Type.String() }),
    errors: ["forbidden", "not_found", "conflict", "rule_broken"],
  },
  userOrders: {
    params: UserIdParams,
    query: strictObject(pageQuery),
    data: pageWithTotal(OrderSummary),
    errors: ["forbidden", "not_found"],
  },
  /** As its customer sees it; a store's member sees the orders of that store. */
  order: { params: strictObject({ orderId: Id }), data: OrderDetail, errors: ["forbidden", "not_found"] },
  /** Whom a session can be given to. */
  staff: {
    data: Type.Object({
      list: Type.Array(Type.Object({ ...StaffRef.properties, role: stringEnum(["agent", "admin"]) })),
    }),
    errors: ["forbidden"],
  },
} as const satisfies Record<string, EndpointSchema>;
