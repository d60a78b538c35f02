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
};
