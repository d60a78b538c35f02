import type { RefundReview } from "#contract/staff/order/schema.ts";
import { type DayRange, parseDayRange } from "../../platform/time/day-range.ts";
import { toStatusText } from "../order/order.presenter.ts";
import { presentRefundRequest } from "./refund.presenter.ts";
import type { CaseFilter, RefundCaseRow } from "./refund-request.repository.ts";

/** What refund requests are asked for; days of the request, and a whole order number. */
export interface CaseQuery extends DayRange {
  status?: CaseFilter["status"];
  restaurant_id?: string;
  keyword?: string;
}

/** Returns the filter of a query. Throws as `parseDayRange`. */
export function parseCaseFilter({ status, restaurant_id, keyword, ...days }: CaseQuery): CaseFilter {
  return { status, restaurantId: restaurant_id ?? null, keyword: keyword?.trim(), ...parseDayRange(days) };
}

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
