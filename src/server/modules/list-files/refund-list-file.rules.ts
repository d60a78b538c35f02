import type { FailedRefund, RefundReview } from "#contract/staff/order/schema.ts";
import type { Cell } from "../../platform/tables/table-file.ts";
import { formatTime } from "./list-file.rules.ts";

const requestStates: Record<RefundReview["request"]["status"], string> = {
  open: "等待处理",
  approved: "已同意",
  rejected: "未同意",
};

export const requestHeads = [
  "订单编号",
  "门店",
  "顾客",
  "订单状态",
  "实付",
  "已退",
  "原因",
  "说明",
  "申请时间",
  "处理",
  "处理时间",
  "答复",
];
export function toRequestCells(refundCase: RefundReview): Cell[] {
  const { order_no, restaurant_name, customer_name, status_text, paid_amount, refunded_amount, request } =
    refundCase;
  return [
    order_no,
    restaurant_name,
    customer_name,
    status_text,
    { fen: paid_amount },
    { fen: refunded_amount },
    request.reason,
    request.text,
    formatTime(request.created_at),
    requestStates[request.status],
    formatTime(request.answered_at),
    request.answer ?? "",
  ];
}

export const failedHeads = [
  "退款编号",
  "订单编号",
  "门店",
  "顾客",
  "金额",
  "积分",
  "退款原因",
  "失败代码",
  "失败说明",
  "失败时间",
];
export function toFailedCells(refund: FailedRefund): Cell[] {
  const { refund_no, order_no, restaurant_name, customer_name, money, points } = refund;
  const { reason, failure, failure_text, failed_at } = refund;
  const names = [refund_no, order_no, restaurant_name, customer_name];
  const why = [reason, failure, failure_text];
  return [...names, { fen: money }, points, ...why, formatTime(failed_at)];
}
