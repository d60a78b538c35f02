import Type, { type Static } from "typebox";
import {
  type EndpointSchema,
  Id,
  nullable,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../schema-helpers.ts";
import { Session } from "../user/schema.ts";

/**
 * Scopes of the authorisation: `snsapi_base` is silent, `snsapi_userinfo` shows a sheet and gives the
 * profile.
 */
export const wechatScopes = ["snsapi_base", "snsapi_userinfo"] as const;
export type WechatScope = (typeof wechatScopes)[number];

/**
 * Purpose of an authorisation: login, the customer's nickname and avatar, or identifying the payer of an
 * order.
 */
export const authPurposes = ["login", "profile", "payer"] as const;
export type AuthPurpose = (typeof authPurposes)[number];

const Scope = Type.Optional(stringEnum([...wechatScopes]));

const State = Type.String({ minLength: 1, maxLength: 128, pattern: "^[0-9A-Za-z]+$" });
const AuthUrl = Type.Object({ url: Type.String(), state: Type.String() });

/** Configuration for `wx.config`; valid only for the page for which it was signed. */
export const JsConfig = Type.Object({
  appId: Type.String(),
  /** Seconds since 1970. */
  timestamp: Type.Integer(),
  nonceStr: Type.String(),
  signature: Type.String(),
});
export type JsConfig = Static<typeof JsConfig>;

/** Parameters of `wx.requestPayment` in a mini-program. */
const MiniProgramPayment = Type.Object({
  /** Seconds since 1970, as text. */
  timeStamp: Type.String(),
  nonceStr: Type.String(),
  package: Type.String(),
  signType: Type.String(),
  paySign: Type.String(),
});

export const wechatSchemas = {
  authUrl: {
    /** `target` is the path at which the app continues; the state carries it if it is short enough. */
    query: strictObject({ redirect_uri: text(2048, 1), scope: Scope, target: Type.Optional(text(2048)) }),
    data: AuthUrl,
    errors: ["wechat_failed"],
  },
  authState: {
    query: strictObject({ state: State }),
    data: Type.Object({ purpose: stringEnum([...authPurposes]), target: Type.String() }),
    errors: ["bad_code"],
  },
  payerAuthUrl: {
    query: strictObject({ redirect_uri: text(2048, 1), order_id: Id }),
    data: AuthUrl,
    errors: ["not_found", "wechat_failed"],
  },
  payer: {
    body: strictObject({ code: text(512, 1), state: State }),
    data: Type.Object({ order_id: Type.String() }),
    errors: ["bad_code", "not_found", "rate_limited", "snapshot_user", "wechat_failed"],
  },
  miniProgramTicket: {
    body: strictObject({
      order_id: Id,
      points_payment: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    }),
    data: Type.Object({ ticket: Type.String(), expires_at: Timestamp }),
    errors: ["invalid_state", "not_found", "rule_broken"],
  },
  miniProgramPay: {
    body: strictObject({ ticket: text(64, 1), code: text(512, 1) }),
    /** `payment` is null if nothing is left to pay. */
    data: Type.Object({ order_id: Type.String(), payment: nullable(MiniProgramPayment) }),
    errors: [
      "bad_code",
      "invalid_state",
      "not_found",
      "payment_failed",
      "payment_in_progress",
      "points_unusable",
      "rate_limited",
      "restaurant_closed",
      "time_unavailable",
      "wechat_failed",
    ],
  },
  callback: {
    query: strictObject({
      code: text(512, 1),
      invite_code: Type.Optional(text(32)),
      scope: Scope,
      /** State from `authUrl`; verified if sent. */
      state: Type.Optional(State),
    }),
    data: Session,
    errors: [
      "bad_code",
      "conflict",
      "consent_required",
      "forbidden",
      "rate_limited",
      "snapshot_user",
      "wechat_failed",
    ],
  },
  jsConfig: {
    query: strictObject({ url: text(2048, 1) }),
    data: JsConfig,
    errors: ["wechat_failed"],
  },
} as const satisfies Record<string, EndpointSchema>;
