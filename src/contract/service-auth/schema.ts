import Type, { type Static } from "typebox";
import { Nothing, nullable, oneOf, PhoneText, type Shape, strict } from "../shape.ts";
import { CodeSent } from "../user/schema.ts";

export const Staff = Type.Object({
  staff_id: Type.String(),
  name: Type.String(),
  role: oneOf(["agent", "store", "admin"]),
  restaurant_id: nullable(Type.String()),
});
export type Staff = Static<typeof Staff>;

export const serviceAuthSchemas = {
  sendCode: { body: strict({ phone: PhoneText }), data: CodeSent, errors: ["rate_limited", "sms_failed"] },
  login: {
    body: strict({ phone: PhoneText, code: Type.String({ minLength: 1, maxLength: 16 }) }),
    data: Type.Object({ token: Type.String(), staff: Staff }),
    errors: ["bad_code", "rate_limited"],
  },
  logout: { data: Nothing },
  info: { data: Staff },
} as const satisfies Record<string, Shape>;
