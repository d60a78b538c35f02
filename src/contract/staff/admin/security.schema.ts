import Type, { type Static } from "typebox";
import { nullable, stringEnum, Timestamp } from "../../schema-helpers.ts";

/** Events that may be an attack if frequent. */
export const securityEventKinds = [
  /** Wrong or expired text-message code of a customer. */
  "wrong_code",
  "wrong_staff_code",
  /** Wrong code of an authenticator app, or wrong recovery code. */
  "wrong_factor",
  "wrong_pin",
  /** Attempt at a card's PIN while it was locked. */
  "pin_locked",
  /** Unauthorised request: another role, another owner, or beyond a limit. */
  "refused",
  /** Notification that is not from the payment provider or does not match its payment. */
  "refused_notice",
  "phone_changed",
  "deletion_requested",
  /** Staff login with a browser that this member has not used before. */
  "new_staff_device",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** Identical events of one minute. */
export const SecurityEvent = Type.Object({
  id: Type.Integer(),
  kind: stringEnum([...securityEventKinds]),
  /** Start of the minute. */
  at: Timestamp,
  count: Type.Integer(),
  /** Affected id or masked phone; empty for an aggregate of many, and if unknown. */
  subject: Type.String(),
  /** Name of the member of staff. */
  subject_name: nullable(Type.String()),
  /** Network address, for IPv6 the /64; empty for an aggregate of many. */
  network: Type.String(),
  /** Endpoint, or what was wrong. */
  what: Type.String(),
});
export type SecurityEvent = Static<typeof SecurityEvent>;

/** Last 24 hours of one kind, oldest first; the last hour is incomplete. */
export const SecurityHourlyCounts = Type.Object({
  kind: stringEnum([...securityEventKinds]),
  total: Type.Integer(),
  hours: Type.Array(
    Type.Object({
      hour: Timestamp,
      count: Type.Integer(),
      /** Median of the hours of the preceding seven days. */
      usual: Type.Number(),
      is_peak: Type.Boolean(),
    }),
  ),
});
export type SecurityHourlyCounts = Static<typeof SecurityHourlyCounts>;
