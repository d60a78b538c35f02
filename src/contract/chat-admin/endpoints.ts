import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { chatAdminSchemas } from "./schema.ts";

type S = typeof chatAdminSchemas;

export const chatAdminEndpoints = {
  sessions: endpoint<TypesOf<S["sessions"]>>("GET", "/api/v1/chat/admin/sessions", "staff"),
  counts: endpoint<TypesOf<S["counts"]>>("GET", "/api/v1/chat/admin/counts", "staff"),
  messages: endpoint<TypesOf<S["messages"]>>("GET", "/api/v1/chat/admin/messages/:userId", "staff"),
  send: endpoint<TypesOf<S["send"]>>("POST", "/api/v1/chat/admin/send", "staff"),
  uploadImage: endpoint<TypesOf<S["uploadImage"]>>("POST", "/api/v1/chat/admin/upload-image", "staff"),
  read: endpoint<TypesOf<S["read"]>>("POST", "/api/v1/chat/admin/read", "staff"),
  session: endpoint<TypesOf<S["session"]>>("POST", "/api/v1/chat/admin/session", "staff"),
  notes: endpoint<TypesOf<S["notes"]>>("GET", "/api/v1/chat/admin/notes/:userId", "staff"),
  addNote: endpoint<TypesOf<S["addNote"]>>("POST", "/api/v1/chat/admin/notes/:userId", "staff"),
  customer: endpoint<TypesOf<S["customer"]>>("GET", "/api/v1/chat/admin/customer/:userId", "staff"),
  changePhone: endpoint<TypesOf<S["changePhone"]>>(
    "POST",
    "/api/v1/chat/admin/customer/:userId/phone",
    "staff",
  ),
  userOrders: endpoint<TypesOf<S["userOrders"]>>("GET", "/api/v1/chat/admin/user-orders/:userId", "staff"),
  order: endpoint<TypesOf<S["order"]>>("GET", "/api/v1/chat/admin/order/:orderId", "staff"),
  staff: endpoint<TypesOf<S["staff"]>>("GET", "/api/v1/chat/admin/staff", "staff"),
};
