import type { Quote } from "#contract/order/quote.schema.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";

const amounts = [
  "goods_amount",
  "original_amount",
  "delivery_fee",
  "points_amount",
  "total_amount",
  "pay_amount",
] as const;

/** Returns whether a response has the shape of a quote: its lines, its lists and integer amounts. */
export function isQuote(value: unknown): value is Quote {
  return (
    isRecord(value) &&
    Array.isArray(value.lines) &&
    Array.isArray(value.differences) &&
    Array.isArray(value.problems) &&
    amounts.every((name) => Number.isInteger(value[name]))
  );
}

/** Returns whether a response names the created order. */
export function isReceipt(value: unknown): value is OrderReceipt {
  return isRecord(value) && typeof value.order_id === "string" && value.order_id !== "";
}
