import Type, { type Static } from "typebox";
import {
  Fen,
  Id,
  IdempotencyKey,
  nullable,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../schema-helpers.ts";
import { maxMessageLength } from "./limits.ts";

/**
 * Image of a message; its bytes are fetched from `url` with the token of the conversation's customer or of
 * staff.
 */
export const ChatImage = Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() });
export type ChatImage = Static<typeof ChatImage>;

/** Order card of a message, with the order's state at reading time. */
const OrderPreview = Type.Object({
  order_id: Type.String(),
  order_no: Type.String(),
  restaurant_name: Type.String(),
  image: Type.String(),
  /** For example "宫保鸡丁等3件". */
  summary: Type.String(),
  total_amount: Fen,
  /** What is paid, without what points pay for; missing in messages of the version before. */
  pay_amount: Type.Optional(Fen),
  status_text: Type.String(),
  created_at: Timestamp,
});
export type OrderPreview = Static<typeof OrderPreview>;

/**
 * Message of a customer's conversation. Ids rise in the order in which messages become visible; texts are
 * plain text, unchanged. `client_key` is returned to the sender's side only.
 */
export const ChatMessage = Type.Object({
  id: Type.Integer(),
  user_id: Type.String(),
  sender_type: stringEnum(["user", "staff", "system"]),
  /** Customers see staff as "客服" and the first character of the name; staff see each other's full name. */
  sender_name: Type.String(),
  type: stringEnum(["text", "image", "order", "system"]),
  content: Type.String(),
  image: nullable(ChatImage),
  order_id: nullable(Type.String()),
  order: nullable(OrderPreview),
  client_key: nullable(Type.String()),
  created_at: Timestamp,
  /** When the other side read it. */
  read_at: nullable(Timestamp),
});
export type ChatMessage = Static<typeof ChatMessage>;

/**
 * `before_id` pages upwards, `after_id` downwards; without both, the newest messages are returned. Both
 * together are a 400. The default of `limit` is 30.
 */
export const historyQuery = strictObject({
  before_id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  after_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
});

/** Messages, oldest first; `has_more` says whether more exist in the requested direction. */
export const ChatHistory = Type.Object({ list: Type.Array(ChatMessage), has_more: Type.Boolean() });
export type ChatHistory = Static<typeof ChatHistory>;

/**
 * A text needs `content`, an image the `image_id` of an upload, an order `order_id`; the other fields are
 * omitted.
 */
export const messageInput = {
  type: stringEnum(["text", "image", "order"]),
  content: Type.Optional(text(maxMessageLength)),
  image_id: Type.Optional(Id),
  order_id: Type.Optional(Id),
  client_key: IdempotencyKey,
};

export const UploadedImage = Type.Object({ id: Type.String(), ...ChatImage.properties });
export const ReadUpTo = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
