import type { OrderDetail } from "#contract/order/schema.ts";
import { fileUrl } from "../../platform/files/file-url.ts";
import type { OrderItemRow } from "../order/order.repository.ts";
import type { RefundRow } from "./refund.repository.ts";
import type { RefundRequestRow } from "./refund-request.repository.ts";

/** Converts a customer's refund request and its outcome. */
export function presentRefundRequest(row: RefundRequestRow): NonNullable<OrderDetail["refund_request"]> {
  return {
    status: row.status,
    reason: row.reason,
    text: row.text,
    images: row.images.map(fileUrl),
    answer: row.answer,
    created_at: row.createdAt.toISOString(),
    due_at: row.dueAt?.toISOString() ?? null,
    answered_at: row.answeredAt?.toISOString() ?? null,
  };
}

/**
 * Converts refunds that are under way or done; `items` are all dishes of the order. A refund restarted under
 * a new number appears only under that.
 */
export function presentRefunds(rows: RefundRow[], items: OrderItemRow[]): OrderDetail["refunds"] {
  return rows.flatMap(({ state, ...row }) =>
    state === "closed"
      ? []
      : {
          refund_no: row.refundNo,
          status: state,
          money: row.moneyFen,
          points: row.points,
          reason: row.reason,
          items: presentRefundItems(row.items ?? [], items),
          at: (row.finishedAt ?? row.createdAt).toISOString(),
        },
  );
}

function presentRefundItems(refundItems: { line: number; quantity: number }[], items: OrderItemRow[]) {
  return refundItems.flatMap(({ line, quantity }) => {
    const item = items.find((candidate) => candidate.line === line);
    return item === undefined ? [] : [{ name: item.name, spec_name: item.specName, quantity }];
  });
}
