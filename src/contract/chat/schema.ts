import Type, { type Static } from "typebox";
import { OrderSummary } from "../order/schema.ts";
import { ClientKey, Id, Moment, nullable, oneOf, pageQuery, type Shape, strict, text } from "../shape.ts";

const Image = Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() });

export const Message = Type.Object({
  id: Type.Integer(),
  user_id: Type.String(),
  sender_type: oneOf(["user", "staff", "system"]),
  sender_name: Type.String(),
  type: oneOf(["text", "image", "order", "system"]),
  content: Type.String(),
  image: nullable(Image),
  order_id: nullable(Type.String()),
  client_key: nullable(Type.String()),
  created_at: Moment,
  read_at: nullable(Moment),
});
export type Message = Static<typeof Message>;

const historyQuery = strict({
  before_id: Type.Optional(Type.Integer({ minimum: 1 })),
  after_id: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
});
const History = Type.Object({ list: Type.Array(Message), has_more: Type.Boolean() });

const outgoing = {
  type: oneOf(["text", "image", "order"]),
  content: Type.Optional(text(1000)),
  image_id: Type.Optional(Id),
  order_id: Type.Optional(Id),
  client_key: ClientKey,
};

const ChatSession = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  phone: Type.String(),
  last_message: nullable(
    Type.Object({ preview: Type.String(), type: Type.String(), sender_type: Type.String(), at: Moment }),
  ),
  unread_count: Type.Integer(),
  needs_reply: Type.Boolean(),
  waiting_since: nullable(Moment),
  status: oneOf(["open", "pending", "resolved"]),
  assignee: nullable(Type.String()),
  online: Type.Boolean(),
  active_order_id: nullable(Type.String()),
});

const UserId = strict({ userId: Id });

export const chatSchemas = {
  history: { query: historyQuery, data: History },
  send: { body: strict(outgoing), data: Message },
  uploadImage: { data: Type.Object({ id: Type.String(), ...Image.properties }) },
  sessions: {
    query: strict({
      ...pageQuery,
      filter: Type.Optional(oneOf(["mine", "unassigned", "all"])),
      keyword: Type.Optional(text(50)),
    }),
    data: Type.Object({ list: Type.Array(ChatSession), has_more: Type.Boolean() }),
  },
  messages: { params: UserId, query: historyQuery, data: History },
  reply: { body: strict({ user_id: Id, ...outgoing }), data: Message },
  userOrders: {
    params: UserId,
    query: strict(pageQuery),
    data: Type.Object({ list: Type.Array(OrderSummary), has_more: Type.Boolean() }),
  },
} as const satisfies Record<string, Shape>;
