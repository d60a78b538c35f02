import Type, { type Static } from "typebox";
import { Id, Nothing, nullable, oneOf, PhoneText, type Shape, strict, text } from "../shape.ts";

export const User = Type.Object({
  user_id: Type.String(),
  phone: nullable(Type.String()),
  nickname: Type.String(),
  avatar: nullable(Type.String()),
  points: Type.Integer(),
  invite_code: Type.String(),
  has_wechat: Type.Boolean(),
});
export type User = Static<typeof User>;

export const Session = Type.Object({ token: Type.String(), is_new: Type.Boolean(), user: User });
export type Session = Static<typeof Session>;

export const CodeSent = Type.Object({ resend_after: Type.Integer(), expires_in: Type.Integer() });

export const userSchemas = {
  sendCode: { body: strict({ phone: PhoneText }), data: CodeSent, errors: ["rate_limited", "sms_failed"] },
  login: {
    body: strict({
      phone: PhoneText,
      code: Type.String({ minLength: 1, maxLength: 16 }),
      loginType: oneOf(["sms"]),
      invite_code: Type.Optional(text(32)),
    }),
    data: Session,
    errors: ["bad_code", "rate_limited"],
  },
  logout: { data: Nothing },
  info: { data: User },
  /** Takes a picture for the profile; it is shown once `updateInfo` names it. */
  uploadAvatar: {
    data: Type.Object({ id: Type.String(), url: Type.String() }),
    errors: ["payload_too_large", "unsupported_media_type"],
  },
  updateInfo: {
    body: strict({
      nickname: Type.Optional(text(20, 1)),
      /** The number of a picture that was uploaded for it. */
      avatar: Type.Optional(Id),
      phone: Type.Optional(PhoneText),
      code: Type.Optional(Type.String({ minLength: 1, maxLength: 16 })),
    }),
    data: User,
    errors: ["bad_code", "conflict", "forbidden", "not_found"],
  },
} as const satisfies Record<string, Shape>;
