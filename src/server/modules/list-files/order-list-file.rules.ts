import type { PaymentMethod } from "#contract/order/status.ts";
import type { Cell } from "../../platform/tables/table-file.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import { serviceNames } from "../figures/figure-tables.service.ts";
import { toStatusText } from "../order/order.presenter.ts";
import type { ListedOrderRow } from "../order/order-list.repository.ts";

const paymentNames: Readonly<Record<PaymentMethod, string>> = {
  wechat: "微信支付",
  card: "会员卡",
  zero: "无需支付",
};
const formatDate = (date: Date | null) => (date === null ? "" : formatLocalTime(date));

export const orderHeads = [
  "订单编号",
  "门店",
  "服务",
  "状态",
  "顾客",
  "下单时间",
  "预约时间",
  "合计",
  "积分抵扣",
  "实付",
  "已退",
  "支付方式",
  "完成时间",
  "取消时间",
  "取消原因",
];
export function toOrderCells({ order, customerName }: ListedOrderRow): Cell[] {
  const { orderNo, restaurant, type, paymentMethod, voucherId, cancelReason } = order;
  return [
    orderNo,
    restaurant.name,
    serviceNames[type],
    toStatusText(order),
    customerName,
    formatLocalTime(order.createdAt),
    formatDate(order.bookingAt),
    { fen: order.totalFen },
    { fen: order.pointsFen },
    { fen: order.paidFen },
    { fen: order.refundedFen },
    paymentMethod === null ? "" : voucherId === null ? paymentNames[paymentMethod] : "餐券",
    formatDate(order.completedAt),
    formatDate(order.cancelledAt),
    cancelReason ?? "",
  ];
}
