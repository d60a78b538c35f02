import type { PayStart, PayState } from "#contract/order/pay.schema.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { textOf } from "../../wireValues.ts";

const settled = ["paid", "settled", "success"];

/** Reads what paying leads to: our server's answer as it is, another host's by what it brings. */
export function readPayStart(raw: unknown): PayStart {
  if (isRecord(raw) && typeof raw.kind === "string") return raw as unknown as PayStart;
  const answer = isRecord(raw) ? raw : {};
  const h5_url = textOf(answer.h5_url) || null;
  const isSettled = settled.includes(textOf(answer.pay_status) || textOf(answer.status));
  const kind = isSettled ? "settled" : "h5";
  return { status: isSettled ? "paid" : "pending_payment", kind, h5_url, jsapi: null };
}

/** Reads how a payment stands; another host may only say how the order stands. */
export function readPayState(raw: unknown, orderId: string): PayState {
  if (isRecord(raw) && typeof raw.pay_status === "string") return raw as unknown as PayState;
  const status = isRecord(raw) ? textOf(raw.status) : "";
  const said = { order_id: orderId, provider_state: null, status_text: "" };
  if (status === "cancelled") return { ...said, pay_status: "closed", status };
  const isPaid = status !== "" && status !== "pending_payment";
  return {
    ...said,
    pay_status: isPaid ? "paid" : "pending",
    status: isPaid ? "paid" : "pending_payment",
  };
}
