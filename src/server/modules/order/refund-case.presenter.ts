import type { RefundCase } from "#contract/order-admin/schema.ts";
import { statusTextOf } from "./order.presenter.ts";
import { presentRequest } from "./refund.presenter.ts";
import type { CaseRow } from "./refund-request.repository.ts";

/** What staff see of a request; an answered one gives nothing back any more. */
export function presentCase({ request, order, customerName }: CaseRow): RefundCase {
  return {
    request_id: request.id,
    order_id: order.id,
    order_no: order.orderNo,
    user_id: order.userId,
    customer_name: customerName,
    restaurant_name: order.restaurant.name,
    status: order.status,
    status_text: statusTextOf(order),
    refund_status: order.refundStatus,
    paid_amount: order.paidFen,
    refunded_amount: order.refundedFen,
    refundable_amount: request.status === "open" ? order.paidFen - order.refundedFen : 0,
    request: presentRequest(request),
  };
}
