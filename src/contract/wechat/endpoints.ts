import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { wechatSchemas } from "./schema.ts";

type S = typeof wechatSchemas;

export const wechatEndpoints = {
  authUrl: endpoint<SchemaTypes<S["authUrl"]>>("GET", "/api/v1/wechat/auth-url", "public"),
  /** Logs in; sent with a customer's token it binds the WeChat account to that customer instead. */
  callback: endpoint<SchemaTypes<S["callback"]>>("GET", "/api/v1/wechat/callback", "public"),
  /** What a state of `authUrl` or `payerAuthUrl` says, for a client that has lost what it stored. */
  authState: endpoint<SchemaTypes<S["authState"]>>("GET", "/api/v1/wechat/auth-state", "public"),
  /** The authorisation that proves which WeChat user pays an order, for this session alone. */
  payerAuthUrl: endpoint<SchemaTypes<S["payerAuthUrl"]>>("GET", "/api/v1/wechat/payer-auth-url", "customer"),
  /** Takes its code: the order's next payment in WeChat is that user's. Binds nothing. */
  payer: endpoint<SchemaTypes<S["payer"]>>("POST", "/api/v1/wechat/payer", "customer"),
  jsConfig: endpoint<SchemaTypes<S["jsConfig"]>>("GET", "/api/v1/wechat/js-config", "public"),
};
