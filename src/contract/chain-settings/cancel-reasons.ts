/** Reason of a customer's cancellation, which is sent by its number. */
export interface CancelReason {
  number: number;
  text: string;
}

/** The reason that customers can always choose. */
export const otherCancelReason: CancelReason = { number: -1, text: "其他原因" };

/** Reasons until the head office sets others, and those of hosts that name none. */
export const initialCancelReasons: readonly CancelReason[] = [
  { number: 1, text: "不想要了" },
  { number: 2, text: "重复下单" },
  { number: 3, text: "商品选错了" },
  { number: 4, text: "地址或电话填错了" },
  { number: 5, text: "时间选错了" },
];
