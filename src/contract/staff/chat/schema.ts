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

/** For agents and admins; restaurant staff are refused all but viewing the orders of their restaurant. */
export const staffChatSchemas = {
  /** Longest waiting first, then by last change; includes resolved ones unless `status` says otherwise. */
  sessions: { query: conversationQuery, data: pageWithoutTotal(ConversationSummary), errors: ["forbidden"] },
  /**
   * Unread messages of open conversations that are unassigned or assigned to this member, and refund
   * requests.
   */
  counts: {
    data: ChatCounts,
    errors: ["forbidden"],
  },
  /** Does not mark anything as read. */
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
  /** Form with the fields `user_id`, first, and `file`. */
  uploadImage: { data: UploadedImage, errors: ["forbidden", "not_found"] },
  /** Clears the conversation's unread count up to `up_to_id`; never clears that it needs a reply. */
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
   * Changes the number of a customer who has lost the old one and ends all sessions of the account. The
   * reason says who asked and how staff verified it. Fails with "conflict" if the number has an account.
   */
  changePhone: {
    params: UserIdParams,
    body: strictObject({
      phone: PhoneInput,
      reason: text(200, 1),
      /** Code of the authenticator app, which an admin with a second factor needs. */
      code: Type.Optional(Type.String({ minLength: 1, maxLength: 16 })),
    }),
    data: Type.Object({ phone: Type.String() }),
    errors: ["forbidden", "not_found", "conflict", "rule_broken"],
  },
  userOrders: {
    params: UserIdParams,
    query: strictObject(pageQuery),
    data: pageWithTotal(OrderSummary),
    errors: ["forbidden", "not_found"],
  },
  /** Order as its customer sees it; restaurant staff see the orders of their restaurant. */
  order: { params: strictObject({ orderId: Id }), data: OrderDetail, errors: ["forbidden", "not_found"] },
  /** Staff to whom a conversation can be assigned. */
  staff: {
    data: Type.Object({
      list: Type.Array(Type.Object({ ...StaffRef.properties, role: stringEnum(["agent", "admin"]) })),
    }),
    errors: ["forbidden"],
  },
} as const satisfies Record<string, EndpointSchema>;
