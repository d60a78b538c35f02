import Type, { type Static } from "typebox";
import { orderLinesMax, quantityMax } from "../../constants.ts";
import {
  Empty,
  type EndpointSchema,
  Id,
  IdempotencyKey,
  nullable,
  pageQuery,
  pageWithoutTotal,
  strictObject,
  stringEnum,
  Timestamp,
  text,
} from "../../schema-helpers.ts";
import { SecurityEvent, SecurityHourlyCounts, securityEventKinds } from "./security.schema.ts";

const VoucherItemInput = strictObject({
  id: Id,
  quantity: Type.Integer({ minimum: 1, maximum: quantityMax }),
});

/** A voucher as the head office sees it. */
export const IssuedVoucher = Type.Object({
  /** The number on its link, `third_party_order_id`. */
  number: Type.String(),
  /** What is given to whoever bought the meal. */
  link: Type.String(),
  partner: Type.String(),
  title: Type.String(),
  items: Type.Array(Type.Object({ id: Type.String(), quantity: Type.Integer() })),
  status: stringEnum(["issued", "redeemed", "expired", "void"]),
  issued_by: Type.String(),
  created_at: Timestamp,
  expires_at: Timestamp,
  order_id: nullable(Type.String()),
});
export type IssuedVoucher = Static<typeof IssuedVoucher>;

/** Something that staff or an operator changed. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  /** A member of staff by id, or for example "operator:anna" or "system". */
  actor: Type.String(),
  /** The name behind a member's id. */
  actor_name: nullable(Type.String()),
  /** For example "order.refund". */
  action: Type.String(),
  /** What was changed, by id. */
  target: Type.String(),
  /** JSON text of what else is worth knowing. */
  detail: Type.String(),
  at: Timestamp,
});
export type AuditEntry = Static<typeof AuditEntry>;

/** An admin, and whether the login has a second step. */
export const SecondFactorStatus = Type.Object({
  staff_id: Type.String(),
  name: Type.String(),
  /** Masked. */
  phone: Type.String(),
  enrolled_at: nullable(Timestamp),
  recovery_codes_left: Type.Integer(),
  is_self: Type.Boolean(),
});
export type SecondFactorStatus = Static<typeof SecondFactorStatus>;

/** For admins alone. Cards and withdrawals stand under their own words. */
export const adminSchemas = {
  vouchers: { query: strictObject(pageQuery), data: pageWithoutTotal(IssuedVoucher), errors: ["forbidden"] },
  issueVouchers: {
    body: strictObject({
      items: Type.Array(VoucherItemInput, { minItems: 1, maxItems: orderLinesMax }),
      partner: text(50, 1),
      /** What the meal is called; the dishes' names without it. */
      title: Type.Optional(text(100, 1)),
      days: Type.Integer({ minimum: 1, maximum: 3650 }),
      count: Type.Integer({ minimum: 1, maximum: 100 }),
      client_key: IdempotencyKey,
    }),
    data: Type.Object({ list: Type.Array(IssuedVoucher) }),
    errors: ["forbidden", "item_unavailable", "key_reused"],
  },
  endVoucher: {
    body: strictObject({ number: Id }),
    data: Empty,
    errors: ["forbidden", "not_found", "conflict"],
  },
  /** Signs an address that opens the developers' console in the page of whoever opens it, for an hour. */
  createDebugLink: {
    data: Type.Object({ url: Type.String(), expires_at: Timestamp }),
    errors: ["forbidden"],
  },
  /** The newest first; the filters take whole words. */
  audit: {
    query: strictObject({
      ...pageQuery,
      actor: Type.Optional(text(100)),
      action: Type.Optional(text(100)),
      target: Type.Optional(text(100)),
    }),
    data: pageWithoutTotal(AuditEntry),
    errors: ["forbidden"],
  },
  /** All admins by name. `is_required` tells that nobody gets in without a second factor. */
  factors: {
    query: strictObject(pageQuery),
    data: Type.Object({ ...pageWithoutTotal(SecondFactorStatus).properties, is_required: Type.Boolean() }),
    errors: ["forbidden"],
  },
  /** For an admin who is logged in and has no second factor: what it is enrolled with. */
  factorTicket: {
    data: Type.Object({ ticket: Type.String(), expires_in: Type.Integer() }),
    errors: ["forbidden", "conflict"],
  },
  /** Takes a colleague's second factor away; who has lost the own one asks a colleague. */
  resetFactor: {
    body: strictObject({ staff_id: Id }),
    data: Empty,
    errors: ["forbidden", "not_found", "rule_broken"],
  },
  /** Every kind of possible attack in the last 24 hours, hour by hour. */
  securityPeaks: { data: Type.Object({ list: Type.Array(SecurityHourlyCounts) }), errors: ["forbidden"] },
  /** The newest first; the filters take whole words. */
  securityEvents: {
    query: strictObject({
      ...pageQuery,
      kind: Type.Optional(stringEnum([...securityEventKinds])),
      subject: Type.Optional(text(100)),
      network: Type.Optional(text(100)),
    }),
    data: pageWithoutTotal(SecurityEvent),
    errors: ["forbidden"],
  },
} as const satisfies Record<string, EndpointSchema>;
