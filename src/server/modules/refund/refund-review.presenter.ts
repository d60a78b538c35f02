import type { RefundReview } from "#contract/staff/order/schema.ts";
import { toStatusText } from "../order/order.presenter.ts";
import { presentRefundRequest } from "./refund.presenter.ts";
import type { RefundCaseRow } from "./refund-request.repository.ts";

/** Converts a request to the form shown to staff; an answered one has no amount left to refund. */
export function presentRefundCase({ request, order, customerName }: RefundCaseRow): RefundReview {
  return {
    request_id: request.id,
    order_id: order.id,
    order_no: order.orderNo,
    user_id: order.userId,
    customer_name: customerName,
    restaurant_name: order.restaurant.name,
    status: order.status,
    status_text: toStatusText(order),
    refund_status: order.refundStatus,
    paid_amount: order.paidFen,
    refunded_amount: order.refundedFen,
    refundable_amount: request.status === "open" ? order.paidFen - order.refundedFen : 0,
    request: presentRefundRequest(request),
  };
}
