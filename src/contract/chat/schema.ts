import Type, { type Static } from "typebox";
import { type EndpointSchema, nullable, strictObject } from "../schema-helpers.ts";
import {
  ChatHistory,
  ChatMessage,
  historyQuery,
  messageInput,
  ReadUpTo,
  UploadedImage,
} from "./message.schema.ts";

/** State of the customer's conversation. */
export const ChatState = Type.Object({
  /** Number of messages that the customer has not read. */
  unread: Type.Integer(),
  /** Whether customer service is available at this time of day. */
  online: Type.Boolean(),
  /** For example "09:00-22:00". */
  hours_text: Type.String(),
  last_message_id: nullable(Type.Integer()),
});
export type ChatState = Static<typeof ChatState>;

export const chatSchemas = {
  history: { query: historyQuery, data: ChatHistory },
  /** Idempotent: the same key and message return the same response. */
  send: {
    body: strictObject(messageInput),
    data: ChatMessage,
    errors: ["not_found", "key_reused", "rate_limited"],
  },
  uploadImage: { data: UploadedImage, errors: ["rate_limited"] },
  read: { body: strictObject({ up_to_id: ReadUpTo }), data: Type.Object({ unread: Type.Integer() }) },
  state: { data: ChatState },
} as const satisfies Record<string, EndpointSchema>;
