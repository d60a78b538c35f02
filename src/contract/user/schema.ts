import Type, { type Static } from "typebox";
import { ShownVersions } from "../legal/schema.ts";
import { UpcomingPoints } from "../points/schema.ts";
import {
  Empty,
  type EndpointSchema,
  Id,
  nullable,
  PhoneInput,
  pageQuery,
  pageWithTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../schema-helpers.ts";

export const User = Type.Object({
  user_id: Type.String(),
  phone: nullable(Type.String()),
  nickname: Type.String(),
  avatar: nullable(Type.String()),
  /** Points available now. */
  points: Type.Integer(),
  points_coming: nullable(UpcomingPoints),
  invite_code: Type.String(),
  has_wechat: Type.Boolean(),
  /** Time from which the account is deleted, as its customer requested; null without a request. */
  deletion_due_at: nullable(Timestamp),
});
export type User = Static<typeof User>;

export const Session = Type.Object({ token: Type.String(), is_new: Type.Boolean(), user: User });
export type Session = Static<typeof Session>;

export const SendCodeResponse = Type.Object({ resend_after: Type.Integer(), expires_in: Type.Integer() });

/** Session of an account. */
export const LoginSession = Type.Object({
  session_id: Type.String(),
  /** Device name for display: 微信 · iPhone. */
  device: Type.String(),
  logged_in_at: Timestamp,
  /** Accurate to about five minutes. */
  last_seen_at: Timestamp,
  /** Whether it is the session of the request. */
  is_current: Type.Boolean(),
});
export type LoginSession = Static<typeof LoginSession>;

const VerificationCode = Type.String({ minLength: 1, maxLength: 16 });

/** Proof of work for "proof_required": its `challenge` and the solution, as JSON. */
const ProofOfWork = Type.String({ minLength: 1, maxLength: 2_000 });

/** Sends a code, for customers and staff alike. */
export const sendCodeSchema = {
  body: strictObject({ phone: PhoneInput, proof: Type.Optional(ProofOfWork) }),
  data: SendCodeResponse,
  errors: ["rate_limited", "proof_required", "sms_failed"],
} as const satisfies EndpointSchema;

export const userSchemas = {
  sendCode: sendCodeSchema,
  login: {
    body: strictObject({
      phone: PhoneInput,
      code: VerificationCode,
      loginType: stringEnum(["sms"]),
      invite_code: Type.Optional(text(32)),
      /** Versions of the texts that the customer agreed to at the login. */
      consent: Type.Optional(ShownVersions),
    }),
    data: Session,
    errors: ["bad_code", "rate_limited"],
  },
  logout: { data: Empty },
  info: { data: User },
  /** Uploads an image for the profile; it is shown once `updateInfo` names it. */
  uploadAvatar: {
    data: Type.Object({ id: Type.String(), url: Type.String() }),
    errors: ["payload_too_large", "unsupported_media_type"],
  },
  updateInfo: {
    body: strictObject({
      nickname: Type.Optional(text(20, 1)),
      /** Value from `info`, the id or URL of an image uploaded for it, or null for none. */
      avatar: Type.Optional(nullable(text(500, 1))),
      phone: Type.Optional(PhoneInput),
      code: Type.Optional(VerificationCode),
    }),
    data: User,
    errors: ["bad_code", "conflict", "forbidden", "not_found", "old_phone_required"],
  },
  /**
   * Sends a code to the account's current number, to prove it with `proveOldPhone` before `updateInfo`
   * changes it.
   */
  sendOldPhoneCode: {
    query: strictObject({ proof: sendCodeSchema.body.properties.proof }),
    data: SendCodeResponse,
    errors: ["rate_limited", "proof_required", "sms_failed", "rule_broken"],
  },
  /** Allows this session to change the number once, within a number of seconds. */
  proveOldPhone: {
    body: strictObject({ code: VerificationCode }),
    data: Type.Object({ expires_in: Type.Integer() }),
    errors: ["bad_code", "rule_broken"],
  },
  /** This session first, then by last use. */
  sessions: { query: strictObject(pageQuery), data: pageWithTotal(LoginSession) },
  endSession: { body: strictObject({ session_id: Id }), data: Empty, errors: ["not_found"] },
  endOtherSessions: { data: Type.Object({ ended: Type.Integer() }) },
} as const satisfies Record<string, EndpointSchema>;
