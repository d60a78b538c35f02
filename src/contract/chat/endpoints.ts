import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { chatSchemas } from "./schema.ts";

type S = typeof chatSchemas;

export const chatEndpoints = {
  history: endpoint<TypesOf<S["history"]>>("GET", "/api/v1/chat/history", "customer"),
  send: endpoint<TypesOf<S["send"]>>("POST", "/api/v1/chat/send", "customer"),
  uploadImage: endpoint<TypesOf<S["uploadImage"]>>("POST", "/api/v1/chat/upload-image", "customer"),
  sessions: endpoint<TypesOf<S["sessions"]>>("GET", "/api/v1/chat/admin/sessions", "staff"),
  messages: endpoint<TypesOf<S["messages"]>>("GET", "/api/v1/chat/admin/messages/:userId", "staff"),
  reply: endpoint<TypesOf<S["reply"]>>("POST", "/api/v1/chat/admin/send", "staff"),
  userOrders: endpoint<TypesOf<S["userOrders"]>>("GET", "/api/v1/chat/admin/user-orders/:userId", "staff"),
};
