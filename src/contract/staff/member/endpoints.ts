import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { staffMemberSchemas } from "./schema.ts";

type S = typeof staffMemberSchemas;

export const staffMemberEndpoints = {
  list: endpoint<SchemaTypes<S["list"]>>("GET", "/api/v1/chat/admin/members", "staff"),
  add: endpoint<SchemaTypes<S["add"]>>("POST", "/api/v1/chat/admin/members", "staff"),
  update: endpoint<SchemaTypes<S["update"]>>("POST", "/api/v1/chat/admin/members/update", "staff"),
  dismiss: endpoint<SchemaTypes<S["dismiss"]>>("POST", "/api/v1/chat/admin/members/dismiss", "staff"),
  sessions: endpoint<SchemaTypes<S["sessions"]>>("GET", "/api/v1/chat/admin/members/sessions", "staff"),
  endSessions: endpoint<SchemaTypes<S["endSessions"]>>(
    "POST",
    "/api/v1/chat/admin/members/sessions/end",
    "staff",
  ),
};
