import Type, { type Static } from "typebox";
import { oneOf, type Shape, strict, text } from "../shape.ts";
import { Session } from "../user/schema.ts";

/** What the customer is asked for: `snsapi_base` is silent, `snsapi_userinfo` shows a sheet and gives the profile. */
export const wechatScopes = ["snsapi_base", "snsapi_userinfo"] as const;
export type WechatScope = (typeof wechatScopes)[number];

const Scope = Type.Optional(oneOf([...wechatScopes]));

/** What `wx.config` takes; valid for the page it was signed for only. */
export const JsConfig = Type.Object({
  appId: Type.String(),
  /** Seconds since 1970. */
  timestamp: Type.Integer(),
  nonceStr: Type.String(),
  signature: Type.String(),
});
export type JsConfig = Static<typeof JsConfig>;

export const wechatSchemas = {
  authUrl: {
    query: strict({ redirect_uri: text(2048, 1), scope: Scope }),
    data: Type.Object({ url: Type.String(), state: Type.String() }),
    errors: ["wechat_failed"],
  },
  callback: {
    query: strict({ code: text(512, 1), invite_code: Type.Optional(text(32)), scope: Scope }),
    data: Session,
    errors: ["bad_code", "conflict", "forbidden", "snapshot_user", "wechat_failed"],
  },
  jsConfig: {
    query: strict({ url: text(2048, 1) }),
    data: JsConfig,
    errors: ["wechat_failed"],
  },
} as const satisfies Record<string, Shape>;
