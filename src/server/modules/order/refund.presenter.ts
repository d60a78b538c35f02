import type { OrderDetail } from "#contract/order/schema.ts";
import { fileUrl } from "../../platform/files/fileUrl.ts";
import type { RefundRow } from "../payment/refund.repository.ts";
import type { RefundRequestRow } from "./refund-request.repository.ts";

/** What a customer asked to have back, and what became of it. */
export function presentRequest(row: RefundRequestRow): NonNullable<OrderDetail["refund_request"]> {
  return {
    status: row.status,
    reason: row.reason,
    text: row.text,
    images: row.images.map(fileUrl),
    answer: row.answer,
    created_at: row.createdAt.toISOString(),
    due_at: row.dueAt.toISOString(),
    answered_at: row.answeredAt?.toISOString() ?? null,
  };
}

/** Money on its way back, or there. */
export function presentRefund(row: RefundRow): OrderDetail["refunds"][number] {
  return {
    refund_no: row.refundNo,
    status: row.state,
    money: row.moneyFen,
    points: row.points,
    reason: row.reason,
    at: (row.finishedAt ?? row.createdAt).toISOString(),
  };
}
