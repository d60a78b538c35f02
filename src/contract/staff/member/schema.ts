import Type, { type Static } from "typebox";
import {
  Empty,
  type EndpointSchema,
  Id,
  IdempotencyKey,
  nullable,
  PhoneInput,
  pageQuery,
  pageWithoutTotal,
  pageWithTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../../schema-helpers.ts";
import { LoginSession } from "../../user/schema.ts";
import { StaffRestaurant } from "../auth/schema.ts";
import { staffRoles } from "../roles.ts";
import { restaurantsPerMemberMax } from "./limits.ts";

/** Member of staff as the head office sees it. */
export const StaffMember = Type.Object({
  staff_id: Type.String(),
  name: Type.String(),
  phone: Type.String(),
  role: stringEnum(staffRoles),
  /** By code; empty for other roles than "store", and if all of them are closed for good. */
  restaurants: Type.Array(StaffRestaurant),
  last_login_at: nullable(Timestamp),
  /** Null for those who still work here. */
  dismissed_at: nullable(Timestamp),
  /** Number of devices that are logged in. */
  sessions: Type.Integer(),
  is_self: Type.Boolean(),
});
export type StaffMember = Static<typeof StaffMember>;

const position = {
  name: text(20, 1),
  role: stringEnum(staffRoles),
  /** At least one for the role "store", ignored for others. */
  restaurant_ids: Type.Optional(Type.Array(Id, { maxItems: restaurantsPerMemberMax })),
};
/** Code of the admin's authenticator app, which giving the role of an admin takes. */
const code = Type.Optional(text(6, 6));
const staffId = strictObject({ staff_id: Id });

/** Members of staff; for admins only. */
export const staffMemberSchemas = {
  /** By name; `keyword` is a part of the name or of the phone number. Those dismissed are listed apart. */
  list: {
    query: strictObject({
      ...pageQuery,
      keyword: Type.Optional(text(50)),
      role: Type.Optional(stringEnum(staffRoles)),
      dismissed: Type.Optional(Type.Boolean()),
    }),
    data: pageWithoutTotal(StaffMember),
    errors: ["forbidden"],
  },
  /** Adds a member, or takes a dismissed one back; fails with the field "code" without the right code for an admin. */
  add: {
    body: strictObject({ ...position, phone: PhoneInput, client_key: IdempotencyKey, code }),
    data: StaffMember,
    errors: ["forbidden", "conflict", "restaurant_not_found", "rule_broken", "key_reused", "rate_limited"],
  },
  /** Changes name, role and restaurants; a new role or other restaurants end all sessions of that member. */
  update: {
    body: strictObject({ ...position, staff_id: Id, code }),
    data: StaffMember,
    errors: ["forbidden", "not_found", "rule_broken", "restaurant_not_found", "rate_limited"],
  },
  /** Ends all sessions and refuses every later login; the last admin stays. */
  dismiss: { body: staffId, data: Empty, errors: ["forbidden", "not_found", "rule_broken"] },
  /** The caller's own session first, then the last seen. */
  sessions: {
    query: strictObject({ ...pageQuery, staff_id: Id }),
    data: pageWithTotal(LoginSession),
    errors: ["forbidden", "not_found"],
  },
  /** Ends all sessions of a member of staff but the one that asks; returns their number. */
  endSessions: {
    body: staffId,
    data: Type.Object({ ended: Type.Integer() }),
    errors: ["forbidden", "not_found"],
  },
} as const satisfies Record<string, EndpointSchema>;
