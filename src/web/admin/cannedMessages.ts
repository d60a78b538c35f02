/** What a canned reply says of an order. */
export interface SpokenOrder {
  readonly no: string;
  readonly store: string;
  readonly status: string;
  /** When it is promised, for example `12:35`; empty when nobody can say. */
  readonly estimate: string;
}

/** A reply that is filled in with a few keys; without an order those that speak of one are not offered. */
export interface CannedReply {
  readonly title: string;
  readonly text: string | ((order: SpokenOrder) => string);
}

/** The replies that `/` opens. */
export const cannedReplies: readonly CannedReply[] = [
  { title: "问候", text: "您好，我是食单客服，请问有什么可以帮您？" },
  {
    title: "订单进度",
    text: ({ no, store, status, estimate }) =>
      `您在${store}的订单 ${no} 现在是“${status}”${estimate === "" ? "" : `，预计 ${estimate} 完成`}，请您稍等。`,
  },
  {
    title: "催单",
    text: ({ no, store }) => `已经为您催促${store}，订单 ${no} 会尽快处理，给您添麻烦了。`,
  },
  {
    title: "退款说明",
    text: ({ no }) =>
      `订单 ${no} 的退款已提交，款项会原路退回，一般 1-3 个工作日到账，抵扣的积分会一并退回。`,
  },
  {
    title: "漏送道歉",
    text: ({ no, store }) =>
      `非常抱歉，${store}的订单 ${no} 给您带来了不好的体验。请告诉我们少了哪些商品，我们马上为您处理。`,
  },
  { title: "请补充图片", text: "方便的话，请拍一张餐品的照片发给我们，便于更快为您处理。" },
  { title: "核实中", text: "我正在和门店核实，请您稍等几分钟，有结果会马上回复您。" },
  { title: "发票", text: "电子发票可以联系下单的门店开具，请提供抬头和税号。" },
  { title: "结束语", text: "感谢您的反馈，祝您用餐愉快！如果还有问题，随时联系我们。" },
];
