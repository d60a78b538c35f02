import type { PaymentStart, PaymentStatus } from "#contract/order/payment.schema.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toText } from "../../app/parse.ts";

const settledStatuses = ["paid", "settled", "success"];

/** Parses the start of a payment: our server's response unchanged, another host's by its fields. */
export function parsePaymentStart(raw: unknown): PaymentStart {
  if (isRecord(raw) && typeof raw.kind === "string") return raw as unknown as PaymentStart;
  const response = isRecord(raw) ? raw : {};
  const h5_url = toText(response.h5_url) || null;
  const isSettled = settledStatuses.includes(toText(response.pay_status) || toText(response.status));
  const kind = isSettled ? "settled" : "h5";
  return { status: isSettled ? "paid" : "pending_payment", kind, h5_url, jsapi: null };
}

/** Parses a payment status; another host may only send the order status. */
export function parsePaymentStatus(raw: unknown, orderId: string): PaymentStatus {
  if (isRecord(raw) && typeof raw.pay_status === "string") return raw as unknown as PaymentStatus;
  const status = isRecord(raw) ? toText(raw.status) : "";
  const base = { order_id: orderId, provider_state: null, status_text: "" };
  if (status === "cancelled") return { ...base, pay_status: "closed", status };
  const isPaid = status !== "" && status !== "pending_payment";
  return {
    ...base,
    pay_status: isPaid ? "paid" : "pending",
    status: isPaid ? "paid" : "pending_payment",
  };
}
