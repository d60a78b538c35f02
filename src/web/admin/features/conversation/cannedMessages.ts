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

/** Reply for one key press. `text` returns null for an order to which it does not apply. */
export interface CannedReply {
  readonly title: string;
  readonly text: string | ((order: CannedReplyOrder) => string | null);
  /** Variant for use without an order; `text` applies if there is one. */
  readonly withoutOrder?: string;
}

const inKitchen: readonly OrderStatus[] = ["paid", "accepted", "preparing"];
const promiseByType: Record<OrderType, (time: string) => string> = {
  takeaway: (time) => `，预计 ${time} 送达`,
  pickup: (time) => `，预计 ${time} 可以取餐`,
  dine_in: (time) => `，预计 ${time} 上餐`,
};

/** Describes the status of an order as a clause after its number. */
function describeProgress({ status, type, pickupCode, estimate }: CannedReplyOrder): string {
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

function urgeReply({ no, store, status, refundStatus }: CannedReplyOrder): string | null {
  if (refundStatus === "requested" || refundStatus === "refunding") return null;
  if (status === "delivering") return `已经为您催促订单 ${no} 的配送，给您添麻烦了。`;
  if (!inKitchen.includes(status)) return null;
  return `已经为您催促${store}，订单 ${no} 会尽快处理，给您添麻烦了。`;
}

function refundReply(order: CannedReplyOrder): string | null {
  const { no, refundStatus, refunding, refunded, isByCard, isAsPaid } = order;
  const back = !isAsPaid ? "已退回" : isByCard ? "已退回会员卡" : "已原路退回";
  const texts: Record<RefundStatus, string | null> = {
    none: null,
    requested: `订单 ${no} 的退款申请已经收到，我们正在处理，结果会在这里通知您。`,
    refunding: `订单 ${no} 的退款${padSum(refunding)}已提交，款项会原路退回，一般 1-3 个工作日到账。`,
    partially_refunded: `订单 ${no} 已部分退款，退款${padSum(refunded)}${back}。`,
    refunded: `订单 ${no} 的退款${padSum(refunded)}${back}。`,
    rejected: `订单 ${no} 的退款申请没有通过，原因可以在订单详情里查看。`,
    failed: `订单 ${no} 的退款没有成功，我们正在处理，给您添麻烦了。`,
  };
  return texts[refundStatus];
}

function padSum(sum: string): string {
  return sum === "" ? "" : ` ${sum} `;
}

function apologyReply({ no, store, status }: CannedReplyOrder): string | null {
  const isHandedOver = status === "ready_for_pickup" || status === "delivering" || status === "completed";
  if (!isHandedOver) return null;
  return `非常抱歉，${store}的订单 ${no} 给您带来了不好的体验。请告诉我们少了哪些商品，我们马上为您处理。`;
}

const invoice = "电子发票可以联系下单的门店开具，请提供抬头和税号。";

function invoiceReply({ status, refundStatus }: CannedReplyOrder): string | null {
  const isPaid = status !== "pending_payment" && status !== "cancelled" && refundStatus !== "refunded";
  return isPaid ? invoice : null;
}

/** Replies offered by typing `/`. */
export const cannedReplies: readonly CannedReply[] = [
  { title: "问候", text: "您好，我是食单客服，请问有什么可以帮您？" },
  { title: "订单进度", text: (order) => `您在${order.store}的订单 ${order.no} ${describeProgress(order)}` },
  { title: "催单", text: urgeReply },
  { title: "退款说明", text: refundReply },
  { title: "漏送道歉", text: apologyReply },
  { title: "请补充图片", text: "方便的话，请拍一张餐品的照片发给我们，便于更快为您处理。" },
  { title: "核实中", text: "我正在和门店核实，请您稍等几分钟，有结果会马上回复您。" },
  { title: "发票", text: invoiceReply, withoutOrder: invoice },
  { title: "结束语", text: "感谢您的反馈，祝您生活愉快！如果还有问题，随时联系我们。" },
];
