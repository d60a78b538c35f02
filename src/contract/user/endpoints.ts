import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { userSchemas } from "./schema.ts";

type S = typeof userSchemas;

export const userEndpoints = {
  sendCode: endpoint<TypesOf<S["sendCode"]>>("POST", "/api/v1/user/send-code", "public"),
  login: endpoint<TypesOf<S["login"]>>("POST", "/api/v1/user/login", "public"),
  logout: endpoint<TypesOf<S["logout"]>>("POST", "/api/v1/user/logout", "customer"),
  info: endpoint<TypesOf<S["info"]>>("GET", "/api/v1/user/info", "customer"),
  updateInfo: endpoint<TypesOf<S["updateInfo"]>>("PUT", "/api/v1/user/info", "customer"),
  uploadAvatar: endpoint<TypesOf<S["uploadAvatar"]>>("POST", "/api/v1/user/avatar", "customer"),
  sendOldPhoneCode: endpoint<TypesOf<S["sendOldPhoneCode"]>>(
    "POST",
    "/api/v1/user/old-phone/send-code",
    "customer",
  ),
  proveOldPhone: endpoint<TypesOf<S["proveOldPhone"]>>("POST", "/api/v1/user/old-phone/prove", "customer"),
  sessions: endpoint<TypesOf<S["sessions"]>>("GET", "/api/v1/user/sessions", "customer"),
  endSession: endpoint<TypesOf<S["endSession"]>>("POST", "/api/v1/user/sessions/end", "customer"),
  endOtherSessions: endpoint<TypesOf<S["endOtherSessions"]>>(
    "POST",
    "/api/v1/user/sessions/end-others",
    "customer",
  ),
};
