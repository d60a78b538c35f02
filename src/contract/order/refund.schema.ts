import Type from "typebox";
import { pageSizeMax, quantityMax } from "../constants.ts";
import { Fen, Id, nullable, strictObject, stringEnum, Timestamp, text } from "../schema-helpers.ts";

/** Refund under way or completed. */
export const RefundEntry = Type.Object({
  refund_no: Type.String(),
  /** `failed` waits for staff; `settled` was refunded by other means than the payment. */
  status: stringEnum(["created", "processing", "success", "failed", "settled"]),
  money: Fen,
  points: Type.Integer(),
  reason: Type.String(),
  /** Refunded dishes; empty if the refund is not for single dishes. */
  items: Type.Array(
    Type.Object({ name: Type.String(), spec_name: nullable(Type.String()), quantity: Type.Integer() }),
  ),
  at: Timestamp,
});

/** Refunds by staff: agents up to their limit, and admins. */
export const refundSchema = {
  body: strictObject({
    order_id: Id,
    refund_no: Type.String({ minLength: 6, maxLength: 64, pattern: "^[\\w-]+$" }),
    type: stringEnum(["full", "items", "amount"]),
    items: Type.Optional(
      Type.Array(strictObject({ id: Id, quantity: Type.Integer({ minimum: 1, maximum: quantityMax }) }), {
        maxItems: pageSizeMax,
      }),
    ),
    amount: Type.Optional(Type.Integer({ minimum: 1 })),
    reason_code: text(32, 1),
    note: Type.Optional(text(200)),
    restock: Type.Optional(Type.Boolean()),
    preview: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({
    refund_no: Type.String(),
    status: Type.String(),
    money: Fen,
    points: Type.Integer(),
  }),
  errors: ["not_found", "forbidden", "invalid_state", "refund_exceeds", "rule_broken", "key_reused"],
} as const;
