import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { wechatSchemas } from "./schema.ts";

type S = typeof wechatSchemas;

export const wechatEndpoints = {
  authUrl: endpoint<SchemaTypes<S["authUrl"]>>("GET", "/api/v1/wechat/auth-url", "public"),
  /** Logs in; with a customer's token it binds the WeChat account to that customer instead. */
  callback: endpoint<SchemaTypes<S["callback"]>>("GET", "/api/v1/wechat/callback", "public"),
  /**
   * Returns the content of a state from `authUrl` or `payerAuthUrl`, for a client that has lost what it
   * stored.
   */
  authState: endpoint<SchemaTypes<S["authState"]>>("GET", "/api/v1/wechat/auth-state", "public"),
  /** Starts the authorisation that proves which WeChat user pays an order, for this session only. */
  payerAuthUrl: endpoint<SchemaTypes<S["payerAuthUrl"]>>("GET", "/api/v1/wechat/payer-auth-url", "customer"),
  /** Redeems its code: the order's next WeChat payment is for that user. Does not bind the account. */
  payer: endpoint<SchemaTypes<S["payer"]>>("POST", "/api/v1/wechat/payer", "customer"),
  /** Issues the ticket with which the chain's mini-program pays an order that its web-view shows. */
  miniProgramTicket: endpoint<SchemaTypes<S["miniProgramTicket"]>>(
    "POST",
    "/api/v1/wechat/mini-program/ticket",
    "customer",
  ),
  /** Called by the mini-program: starts the payment of a ticket's order for the user of a code of `wx.login`. */
  miniProgramPay: endpoint<SchemaTypes<S["miniProgramPay"]>>(
    "POST",
    "/api/v1/wechat/mini-program/pay",
    "public",
  ),
  jsConfig: endpoint<SchemaTypes<S["jsConfig"]>>("GET", "/api/v1/wechat/js-config", "public"),
};
