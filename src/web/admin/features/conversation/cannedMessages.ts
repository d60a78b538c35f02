import type { ReplySituation } from "#contract/chain-settings/chain-settings.ts";
import type { OrderStatus, OrderType, RefundStatus } from "#contract/order/status.ts";

/** Facts of an order for canned replies. */
export interface CannedReplyOrder {
  readonly no: string;
  readonly store: string;
  readonly type: OrderType;
  readonly status: OrderStatus;
  readonly refundStatus: RefundStatus;
  /** Code for the pickup at the counter; empty without one. */
  readonly pickupCode: string;
  /** Promised time, for example `12:35`; empty if unknown or past. */
  readonly estimate: string;
  /** Money and points being refunded, for example `¥12.00 + 300 积分`; empty if unknown or none. */
  readonly refunding: string;
  /** Money and points refunded; empty if unknown or none. */
  readonly refunded: string;
  /** Whether the refund goes to a member card, which is instant. */
  readonly isByCard: boolean;
  /** Whether the entire refund is known to use the original payment method. */
  readonly isAsPaid: boolean;
}

const inKitchen: readonly OrderStatus[] = ["paid", "accepted", "preparing"];
const promiseByType: Record<OrderType, (time: string) => string> = {
  takeaway: (time) => `，预计 ${time} 送达`,
  pickup: (time) => `，预计 ${time} 可以取餐`,
  dine_in: (time) => `，预计 ${time} 上餐`,
};

/** Describes the status of an order as a clause after its number. */
export function describeProgress({ status, type, pickupCode, estimate }: CannedReplyOrder): string {
  const when = estimate === "" ? "" : promiseByType[type](estimate);
  const code = pickupCode === "" ? "" : `，请凭取餐码 ${pickupCode} 取餐`;
  const texts: Record<OrderStatus, string> = {
    pending_payment: "还没有付款，请在付款时限内完成支付。",
    paid: `已付款，正在等待门店接单${when}，请您稍等。`,
    accepted: `门店已经接单${when}，请您稍等。`,
    preparing: `正在制作中${when}，请您稍等。`,
    ready_for_pickup: `已经做好${code}。`,
    delivering: `正在配送中${when}，请您稍等。`,
    completed: "已经完成。",
    cancelled: "已经取消。",
  };
  return texts[status];
}

/** Describes the refund of an order as a clause after its number; null without one. */
export function describeRefund(order: CannedReplyOrder): string | null {
  const { refundStatus, refunding, refunded, isByCard, isAsPaid } = order;
  const back = !isAsPaid ? "已退回" : isByCard ? "已退回会员卡" : "已原路退回";
  const texts: Record<RefundStatus, string | null> = {
    none: null,
    requested: `的退款申请已经收到，我们正在处理，结果会在这里通知您。`,
    refunding: `的退款${padSum(refunding)}已提交，款项会原路退回，一般 1-3 个工作日到账。`,
    partially_refunded: `已部分退款，退款${padSum(refunded)}${back}。`,
    refunded: `的退款${padSum(refunded)}${back}。`,
    rejected: `的退款申请没有通过，原因可以在订单详情里查看。`,
    failed: `的退款没有成功，我们正在处理，给您添麻烦了。`,
  };
  return texts[refundStatus];
}

function padSum(sum: string): string {
  return sum === "" ? "" : ` ${sum} `;
}

/** Whether a reply for a situation is true of an order. */
export const isInSituation: Record<ReplySituation, (order: CannedReplyOrder) => boolean> = {
  any: () => true,
  paid: ({ status, refundStatus }) =>
    status !== "pending_payment" && status !== "cancelled" && refundStatus !== "refunded",
  in_kitchen: ({ status, refundStatus }) => inKitchen.includes(status) && !isBeingRefunded(refundStatus),
  delivering: ({ status, refundStatus }) => status === "delivering" && !isBeingRefunded(refundStatus),
  handed_over: ({ status }) => ["ready_for_pickup", "delivering", "completed"].includes(status),
  refund: ({ refundStatus }) => refundStatus !== "none",
};

function isBeingRefunded(refundStatus: RefundStatus): boolean {
  return refundStatus === "requested" || refundStatus === "refunding";
}
