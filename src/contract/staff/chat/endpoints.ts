import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { staffChatSchemas } from "./schema.ts";

type S = typeof staffChatSchemas;

export const staffChatEndpoints = {
  sessions: endpoint<SchemaTypes<S["sessions"]>>("GET", "/api/v1/chat/admin/sessions", "staff"),
  counts: endpoint<SchemaTypes<S["counts"]>>("GET", "/api/v1/chat/admin/counts", "staff"),
  messages: endpoint<SchemaTypes<S["messages"]>>("GET", "/api/v1/chat/admin/messages/:userId", "staff"),
  send: endpoint<SchemaTypes<S["send"]>>("POST", "/api/v1/chat/admin/send", "staff"),
  uploadImage: endpoint<SchemaTypes<S["uploadImage"]>>("POST", "/api/v1/chat/admin/upload-image", "staff"),
  read: endpoint<SchemaTypes<S["read"]>>("POST", "/api/v1/chat/admin/read", "staff"),
  session: endpoint<SchemaTypes<S["session"]>>("POST", "/api/v1/chat/admin/session", "staff"),
  notes: endpoint<SchemaTypes<S["notes"]>>("GET", "/api/v1/chat/admin/notes/:userId", "staff"),
  addNote: endpoint<SchemaTypes<S["addNote"]>>("POST", "/api/v1/chat/admin/notes/:userId", "staff"),
  customer: endpoint<SchemaTypes<S["customer"]>>("GET", "/api/v1/chat/admin/customer/:userId", "staff"),
  changePhone: endpoint<SchemaTypes<S["changePhone"]>>(
    "POST",
    "/api/v1/chat/admin/customer/:userId/phone",
    "staff",
  ),
  userOrders: endpoint<SchemaTypes<S["userOrders"]>>(
    "GET",
    "/api/v1/chat/admin/user-orders/:userId",
    "staff",
  ),
  order: endpoint<SchemaTypes<S["order"]>>("GET", "/api/v1/chat/admin/order/:orderId", "staff"),
  staff: endpoint<SchemaTypes<S["staff"]>>("GET", "/api/v1/chat/admin/staff", "staff"),
};
