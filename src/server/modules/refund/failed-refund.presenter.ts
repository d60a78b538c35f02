import type { FailedRefund } from "#contract/staff/order/schema.ts";
import { type DayRange, parseDayRange } from "../../platform/time/day-range.ts";
import type { FailedRefundFilter, FailedRefundRow } from "./refund.repository.ts";

/** What failed refunds are asked for; days on which they failed, and a whole order number. */
export interface FailedRefundQuery extends DayRange {
  restaurant_id?: string;
  keyword?: string;
}

/** Returns the filter of a query. Throws as `parseDayRange`. */
export function parseFailedRefundFilter(query: FailedRefundQuery): FailedRefundFilter {
  const { restaurant_id: restaurantId, keyword, ...days } = query;
  return { restaurantId, keyword: keyword?.trim(), ...parseDayRange(days) };
}

/** Explanation for staff of each provider error code. */
const failureTexts: Record<string, string> = {
  NOT_ENOUGH: "商户可退款余额不足，请充值后重试",
  USER_ACCOUNT_ABNORMAL: "用户微信账户异常或已注销，请与顾客商定其他方式",
  RESOURCE_NOT_EXISTS: "微信支付找不到原订单",
  PARAM_ERROR: "退款参数不被接受，请联系技术人员",
  INVALID_REQUEST: "不符合微信支付的退款规则",
  ABNORMAL: "退款异常，请先在微信支付商户平台处理",
  CLOSED: "退款多次被微信支付关闭",
};

/** Converts a failed refund to a task for staff. */
export function presentFailedRefund({ refund, order, customerName }: FailedRefundRow): FailedRefund {
  const failure = refund.failure ?? "";
  return {
    refund_no: refund.refundNo,
    order_id: order.id,
    order_no: order.orderNo,
    user_id: order.userId,
    customer_name: customerName,
    restaurant_name: order.restaurant.name,
    money: refund.moneyFen,
    points: refund.points,
    reason: refund.reason,
    failure,
    failure_text: failureTexts[failure] ?? "微信支付持续拒绝该退款",
    failed_at: (refund.finishedAt ?? refund.createdAt).toISOString(),
  };
}
