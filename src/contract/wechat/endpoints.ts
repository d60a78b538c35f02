import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { wechatSchemas } from "./schema.ts";

type S = typeof wechatSchemas;

export const wechatEndpoints = {
  authUrl: endpoint<TypesOf<S["authUrl"]>>("GET", "/api/v1/wechat/auth-url", "public"),
  /** Logs in; sent with a customer's token it binds the WeChat account to that customer instead. */
  callback: endpoint<TypesOf<S["callback"]>>("GET", "/api/v1/wechat/callback", "public"),
  jsConfig: endpoint<TypesOf<S["jsConfig"]>>("GET", "/api/v1/wechat/js-config", "public"),
};
