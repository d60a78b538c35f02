import Type, { type Static } from "typebox";
import { nullable, type Shape, strict } from "../shape.ts";
import { History, historyQuery, Message, outgoing, UploadedImage, UpTo } from "./message.schema.ts";

/** How the customer's thread is. */
export const ChatState = Type.Object({
  /** Messages that the customer has not read. */
  unread: Type.Integer(),
  /** Whether somebody answers at this time of day. */
  online: Type.Boolean(),
  /** For example "09:00-22:00". */
  hours_text: Type.String(),
  last_message_id: nullable(Type.Integer()),
});
export type ChatState = Static<typeof ChatState>;

export const chatSchemas = {
  history: { query: historyQuery, data: History },
  /** The same key and message give the same answer again. */
  send: {
    body: strict(outgoing),
    data: Message,
    errors: ["not_found", "key_reused", "rate_limited"],
  },
  uploadImage: { data: UploadedImage, errors: ["rate_limited"] },
  read: { body: strict({ up_to_id: UpTo }), data: Type.Object({ unread: Type.Integer() }) },
  state: { data: ChatState },
} as const satisfies Record<string, Shape>;
