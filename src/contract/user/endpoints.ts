import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { userSchemas } from "./schema.ts";

type S = typeof userSchemas;

export const userEndpoints = {
  sendCode: endpoint<SchemaTypes<S["sendCode"]>>("POST", "/api/v1/user/send-code", "public"),
  login: endpoint<SchemaTypes<S["login"]>>("POST", "/api/v1/user/login", "public"),
  logout: endpoint<SchemaTypes<S["logout"]>>("POST", "/api/v1/user/logout", "customer"),
  info: endpoint<SchemaTypes<S["info"]>>("GET", "/api/v1/user/info", "customer"),
  updateInfo: endpoint<SchemaTypes<S["updateInfo"]>>("PUT", "/api/v1/user/info", "customer"),
  uploadAvatar: endpoint<SchemaTypes<S["uploadAvatar"]>>("POST", "/api/v1/user/avatar", "customer"),
  sendOldPhoneCode: endpoint<SchemaTypes<S["sendOldPhoneCode"]>>(
    "POST",
    "/api/v1/user/old-phone/send-code",
    "customer",
  ),
  proveOldPhone: endpoint<SchemaTypes<S["proveOldPhone"]>>(
    "POST",
    "/api/v1/user/old-phone/prove",
    "customer",
  ),
  sessions: endpoint<SchemaTypes<S["sessions"]>>("GET", "/api/v1/user/sessions", "customer"),
  endSession: endpoint<SchemaTypes<S["endSession"]>>("POST", "/api/v1/user/sessions/end", "customer"),
  endOtherSessions: endpoint<SchemaTypes<S["endOtherSessions"]>>(
    "POST",
    "/api/v1/user/sessions/end-others",
    "customer",
  ),
};
