import Type from "typebox";
import { History, historyQuery, Message, outgoing, UploadedImage, UpTo } from "../chat/message.schema.ts";
import { OrderDetail, OrderSummary } from "../order/schema.ts";
import {
  ClientKey,
  Id,
  oneOf,
  PhoneText,
  pageOf,
  pageOfMany,
  pageQuery,
  type Shape,
  strict,
  text,
} from "../shape.ts";
import {
  ChatCounts,
  ChatCustomer,
  ChatNote,
  ChatSession,
  Colleague,
  sessionQuery,
  sessionWish,
} from "./session.schema.ts";

const UserId = strict({ userId: Id });

/** For agents and admins; a store's member is forbidden all of it but looking at the orders of that store. */
export const chatAdminSchemas = {
  /** Who waits longest first, then by the last change; resolved ones are there too unless `status` says otherwise. */
  sessions: { query: sessionQuery, data: pageOfMany(ChatSession), errors: ["forbidden"] },
  /** Messages of open threads that are this member's or nobody's and not read, and requests for refunds. */
  counts: {
    data: ChatCounts,
    errors: ["forbidden"],
  },
  /** Reading it marks nothing as read. */
  messages: { params: UserId, query: historyQuery, data: History, errors: ["forbidden", "not_found"] },
  send: {
    body: strict({ user_id: Id, ...outgoing }),
    data: Message,
    errors: ["forbidden", "not_found", "key_reused"],
  },
  /** A form with the fields `user_id`, first, and `file`. */
  uploadImage: { data: UploadedImage, errors: ["forbidden", "not_found"] },
  /** Clears the session's unread count as far as `up_to_id`, and never that it needs a reply. */
  read: {
    body: strict({ user_id: Id, up_to_id: UpTo }),
    data: ChatSession,
    errors: ["forbidden", "not_found"],
  },
  session: { body: sessionWish, data: ChatSession, errors: ["forbidden", "not_found"] },
  notes: {
    params: UserId,
    query: strict(pageQuery),
    data: pageOfMany(ChatNote),
    errors: ["forbidden", "not_found"],
  },
  addNote: {
    params: UserId,
    body: strict({ content: text(1000, 1), client_key: ClientKey }),
    data: ChatNote,
    errors: ["forbidden", "not_found", "key_reused"],
  },
  customer: { params: UserId, data: ChatCustomer, errors: ["forbidden", "not_found"] },
  /**
   * Another number for a customer who has lost the old one; all sessions of the account end. Who asked and how staff made
   * sure of it is the reason. "conflict" for a number that has an account.
   */
  changePhone: {
    params: UserId,
    body: strict({ phone: PhoneText, reason: text(200, 1) }),
    data: Type.Object({ phone: Type.String() }),
    errors: ["forbidden", "not_found", "conflict", "rule_broken"],
  },
  userOrders: {
    params: UserId,
    query: strict(pageQuery),
    data: pageOf(OrderSummary),
    errors: ["forbidden", "not_found"],
  },
  /** As its customer sees it; a store's member sees the orders of that store. */
  order: { params: strict({ orderId: Id }), data: OrderDetail, errors: ["forbidden", "not_found"] },
  /** Whom a session can be given to. */
  staff: {
    data: Type.Object({
      list: Type.Array(Type.Object({ ...Colleague.properties, role: oneOf(["agent", "admin"]) })),
    }),
    errors: ["forbidden"],
  },
} as const satisfies Record<string, Shape>;
