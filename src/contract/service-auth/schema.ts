import Type, { type Static } from "typebox";
import { Nothing, nullable, oneOf, PhoneText, type Shape, strict } from "../shape.ts";
import { sendCode } from "../user/schema.ts";

export const Staff = Type.Object({
  staff_id: Type.String(),
  name: Type.String(),
  role: oneOf(["agent", "store", "admin"]),
  restaurant_id: nullable(Type.String()),
});
export type Staff = Static<typeof Staff>;

const StaffSession = { token: Type.String(), staff: Staff };

/** A session that began with enrolling; the recovery codes are told this once. */
const EnrolledSession = Type.Object({ ...StaffSession, recovery_codes: Type.Array(Type.String()) });
export type EnrolledSession = Static<typeof EnrolledSession>;

/** What "second_factor_required" carries: good for the second step of a login and for nothing else. */
export interface SecondFactorDemand {
  ticket: string;
  /** Seconds. */
  expires_in: number;
  /** False for who has to enrol first. */
  is_enrolled: boolean;
}

const Ticket = Type.String({ minLength: 1, maxLength: 64 });
const factorCode = strict({ ticket: Ticket, code: Type.String({ minLength: 6, maxLength: 32 }) });
const factorErrors = ["ticket_expired", "conflict", "bad_factor", "rate_limited"] as const;

export const serviceAuthSchemas = {
  sendCode,
  login: {
    body: strict({ phone: PhoneText, code: Type.String({ minLength: 1, maxLength: 16 }) }),
    data: Type.Object(StaffSession),
    errors: ["bad_code", "rate_limited", "second_factor_required"],
  },
  /** A key for the authenticator app of an admin who has none, and what its QR code says. */
  beginFactor: {
    body: strict({ ticket: Ticket }),
    data: Type.Object({ secret: Type.String(), uri: Type.String() }),
    errors: ["ticket_expired", "conflict"],
    perMinute: 30,
  },
  enrolFactor: { body: factorCode, data: EnrolledSession, errors: factorErrors, perMinute: 30 },
  /** The code of the app, or a recovery code. */
  verifyFactor: { body: factorCode, data: Type.Object(StaffSession), errors: factorErrors, perMinute: 30 },
  logout: { data: Nothing },
  info: { data: Staff },
} as const satisfies Record<string, Shape>;
