import Type, { type Static } from "typebox";
import { orderLinesMax, quantityMax } from "../../constants.ts";
import { dayRangeQuery } from "../../day-range.ts";
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

export const voucherStates = ["issued", "redeemed", "expired", "void"] as const;

/** Voucher as admins see it. */
export const IssuedVoucher = Type.Object({
  /** Number in its link, `third_party_order_id`. */
  number: Type.String(),
  /** Link handed to the buyer of the meal. */
  link: Type.String(),
  partner: Type.String(),
  title: Type.String(),
  items: Type.Array(Type.Object({ id: Type.String(), quantity: Type.Integer() })),
  status: stringEnum([...voucherStates]),
  issued_by: Type.String(),
  created_at: Timestamp,
  expires_at: Timestamp,
  order_id: nullable(Type.String()),
});
export type IssuedVoucher = Static<typeof IssuedVoucher>;

/** Logged change by staff or an operator. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  /** Staff id, or for example "operator:anna" or "system". */
  actor: Type.String(),
  /** Name of the member of staff. */
  actor_name: nullable(Type.String()),
  /** For example "order.refund". */
  action: Type.String(),
  /** Id of the changed object. */
  target: Type.String(),
  /** What the target is; null for one without a page, and for one that is gone. */
  target_of: nullable(
    Type.Object({
      kind: stringEnum(["customer", "order", "restaurant", "staff", "dish"]),
      /** Name, or number of an order. */
      name: Type.String(),
      /** Customer of an order. */
      user_id: nullable(Type.String()),
      /** Closed for good, dismissed or taken off, so that no list shows it. */
      is_gone: Type.Boolean(),
    }),
  ),
  /** Further details as JSON text. */
  detail: Type.String(),
  at: Timestamp,
});
export type AuditEntry = Static<typeof AuditEntry>;

/** What an entry of the audit log is about. */
export type AuditTarget = NonNullable<AuditEntry["target_of"]>;

/** Second-factor status of an admin. */
export const SecondFactorStatus = Type.Object({
  staff_id: Type.String(),
  name: Type.String(),
  /** Masked phone number. */
  phone: Type.String(),
  enrolled_at: nullable(Timestamp),
  recovery_codes_left: Type.Integer(),
  is_self: Type.Boolean(),
});
export type SecondFactorStatus = Static<typeof SecondFactorStatus>;

/** For admins only. Member cards and withdrawals have their own resources. */
export const adminSchemas = {
  /** Newest first, by day of issue; `keyword` is a whole number or the whole name of a partner. */
  vouchers: {
    query: strictObject({
      ...pageQuery,
      ...dayRangeQuery,
      status: Type.Optional(stringEnum([...voucherStates])),
      keyword: Type.Optional(text(64)),
    }),
    data: pageWithoutTotal(IssuedVoucher),
    errors: ["forbidden", "rule_broken"],
  },
  issueVouchers: {
    body: strictObject({
      items: Type.Array(VoucherItemInput, { minItems: 1, maxItems: orderLinesMax }),
      partner: text(50, 1),
      /** Title of the meal; defaults to the names of its dishes. */
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
  /** Signs a URL that opens the developer console in the browser that visits it, for an hour. */
  createDebugLink: {
    data: Type.Object({ url: Type.String(), expires_at: Timestamp }),
    errors: ["forbidden"],
  },
  /**
   * Newest first; the filters match whole values. `from` and `until` are the first and the last day in Asia/Shanghai.
   * Reads of customers' data are left out unless `reads` or their `action` asks for them.
   */
  audit: {
    query: strictObject({
      ...pageQuery,
      actor: Type.Optional(text(100)),
      action: Type.Optional(text(100)),
      target: Type.Optional(text(100)),
      ...dayRangeQuery,
      reads: Type.Optional(Type.Boolean()),
    }),
    data: pageWithoutTotal(AuditEntry),
    errors: ["forbidden"],
  },
  /** All admins by name. `is_required` says whether login without a second factor is refused. */
  factors: {
    query: strictObject(pageQuery),
    data: Type.Object({ ...pageWithoutTotal(SecondFactorStatus).properties, is_required: Type.Boolean() }),
    errors: ["forbidden"],
  },
  /** For a logged-in admin without a second factor: returns a ticket for enrolling. */
  factorTicket: {
    data: Type.Object({ ticket: Type.String(), expires_in: Type.Integer() }),
    errors: ["forbidden", "conflict"],
  },
  /** Removes a colleague's second factor; admins who have lost their own need a colleague. */
  resetFactor: {
    /** `code`: of the caller's own authenticator app; fails with the field "code" without the right one. */
    body: strictObject({ staff_id: Id, code: Type.Optional(text(6, 6)) }),
    data: Empty,
    errors: ["forbidden", "not_found", "rule_broken", "rate_limited"],
  },
  /** Hourly counts of every kind of possible attack in the last 24 hours. */
  securityPeaks: { data: Type.Object({ list: Type.Array(SecurityHourlyCounts) }), errors: ["forbidden"] },
  /** Newest first; the filters match whole values. */
  securityEvents: {
    query: strictObject({
      ...pageQuery,
      ...dayRangeQuery,
      kind: Type.Optional(stringEnum([...securityEventKinds])),
      subject: Type.Optional(text(100)),
      network: Type.Optional(text(100)),
    }),
    data: pageWithoutTotal(SecurityEvent),
    errors: ["forbidden"],
  },
} as const satisfies Record<string, EndpointSchema>;
