import Type, { type Static } from "typebox";
import {
  Empty,
  type EndpointSchema,
  nullable,
  PhoneInput,
  strictObject,
  stringEnum,
  text,
} from "../../schema-helpers.ts";
import { sendCodeSchema } from "../../user/schema.ts";

/** Restaurant at which a member of staff works. */
export const StaffRestaurant = Type.Object({ restaurant_id: Type.String(), name: Type.String() });

export const Staff = Type.Object({
  staff_id: Type.String(),
  name: Type.String(),
  role: stringEnum(["agent", "store", "admin"]),
  /** The only restaurant of restaurant staff; null for those with several and for other roles. */
  restaurant_id: nullable(Type.String()),
  /** All restaurants of restaurant staff by code; empty for other roles, and if all are closed for good. */
  restaurants: Type.Array(StaffRestaurant),
});
export type Staff = Static<typeof Staff>;

const staffSessionFields = { token: Type.String(), staff: Staff };

/** Session started by enrolling; only this response contains the recovery codes. */
const EnrolledSession = Type.Object({ ...staffSessionFields, recovery_codes: Type.Array(Type.String()) });
export type EnrolledSession = Static<typeof EnrolledSession>;

/** Details of "second_factor_required": valid only for the second step of a login. */
export interface SecondFactorChallenge {
  ticket: string;
  /** In seconds. */
  expires_in: number;
  /** False if the admin must enrol first. */
  is_enrolled: boolean;
}

const LoginTicket = Type.String({ minLength: 1, maxLength: 64 });
const secondFactorCodeRequest = strictObject({
  ticket: LoginTicket,
  code: Type.String({ minLength: 6, maxLength: 32 }),
});
const secondFactorErrors = ["ticket_expired", "conflict", "bad_factor", "rate_limited"] as const;

export const staffAuthSchemas = {
  sendCode: sendCodeSchema,
  login: {
    body: strictObject({ phone: PhoneInput, code: Type.String({ minLength: 1, maxLength: 16 }) }),
    data: Type.Object(staffSessionFields),
    errors: ["bad_code", "rate_limited", "second_factor_required"],
  },
  /** Returns the key for the authenticator app of an admin without one, and the content of its QR code. */
  beginFactor: {
    body: strictObject({ ticket: LoginTicket }),
    data: Type.Object({ secret: Type.String(), uri: Type.String() }),
    errors: ["ticket_expired", "conflict"],
    perMinute: 30,
  },
  enrolFactor: {
    body: secondFactorCodeRequest,
    data: EnrolledSession,
    errors: secondFactorErrors,
    perMinute: 30,
  },
  /** Code of the app, or a recovery code. */
  verifyFactor: {
    body: secondFactorCodeRequest,
    data: Type.Object(staffSessionFields),
    errors: secondFactorErrors,
    perMinute: 30,
  },
  /** Whether the system waits for its first administrator. */
  setupStatus: { data: Type.Object({ is_needed: Type.Boolean() }) },
  /** Writes a one-time code into the server's log, valid for 15 minutes; not while an earlier one is valid. */
  requestSetupCode: { data: Empty, errors: ["conflict"], perMinute: 10 },
  /** Adds the first administrator, who is logged in. */
  setUp: {
    body: strictObject({
      code: Type.String({ minLength: 1, maxLength: 32 }),
      name: text(20, 1),
      phone: PhoneInput,
    }),
    data: Type.Object(staffSessionFields),
    errors: ["conflict", "bad_code", "second_factor_required"],
    perMinute: 10,
  },
  logout: { data: Empty },
  info: { data: Staff },
} as const satisfies Record<string, EndpointSchema>;
