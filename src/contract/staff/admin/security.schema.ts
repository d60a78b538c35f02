import Type, { type Static } from "typebox";
import { nullable, stringEnum, Timestamp } from "../../schema-helpers.ts";

/** What may be an attack when it comes often. */
export const securityEventKinds = [
  /** A customer's code of a text message that was wrong or had expired. */
  "wrong_code",
  "wrong_staff_code",
  /** A wrong code of an authenticator app, or a wrong recovery code. */
  "wrong_factor",
  "wrong_pin",
  /** A try of a card's PIN while it was locked. */
  "pin_locked",
  /** A call that was not for whoever made it: another role, another owner, beyond a limit. */
  "refused",
  /** A notification that was not the payment provider's, or did not match what it was about. */
  "refused_notice",
  "phone_changed",
  /** A login of staff with a browser that this member has not used before. */
  "new_staff_device",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** Alike events of one minute. */
export const SecurityEvent = Type.Object({
  id: Type.Integer(),
  kind: stringEnum([...securityEventKinds]),
  /** The minute they began in. */
  at: Timestamp,
  count: Type.Integer(),
  /** Whoever it was about: an id, a masked phone; empty for many that are counted as one, and where nobody is known. */
  subject: Type.String(),
  /** The name behind a member of staff's id. */
  subject_name: nullable(Type.String()),
  /** The network address, of IPv6 the /64; empty for many that are counted as one. */
  network: Type.String(),
  /** The call, or what was wrong. */
  what: Type.String(),
});
export type SecurityEvent = Static<typeof SecurityEvent>;

/** The last 24 hours of one kind, the oldest first; the last hour is not over. */
export const SecurityHourlyCounts = Type.Object({
  kind: stringEnum([...securityEventKinds]),
  total: Type.Integer(),
  hours: Type.Array(
    Type.Object({
      hour: Timestamp,
      count: Type.Integer(),
      /** The median of the hours of the seven days before. */
      usual: Type.Number(),
      is_peak: Type.Boolean(),
    }),
  ),
});
export type SecurityHourlyCounts = Static<typeof SecurityHourlyCounts>;
