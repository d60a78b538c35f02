import type { SoldoutPolicy } from "#contract/order/status.ts";

/** UI copy for dishes of an order that cannot be made. */
export const soldoutMessages = {
  report: "缺货",
  policy: (policy: string) => `缺货时：${policy}`,
  policyLabel: "缺货处理",
  policies: {
    contact: "联系顾客",
    remove: "去掉并退款",
    cancel_order: "取消整单",
  } satisfies Record<SoldoutPolicy, string>,
  awaiting: (count: number) => `缺 ${count} 份，等顾客答复`,
  title: (code: string) => `${code} 商品缺货`,
  pick: "哪些商品做不了",
  left: (count: number) => `共 ${count} 份`,
  effect: {
    remove: "顾客下单时选择了去掉缺货商品：提交后去掉并退款，不能撤销。全部缺货时取消整单。",
    cancel_order: "顾客下单时选择了取消整单：提交后整单取消并退款，不能撤销。",
  },
  decision: "顾客希望先联系",
  decisions: [
    { value: "ask", text: "发消息请顾客选择" },
    { value: "remove", text: "顾客已同意去掉并退款" },
    { value: "cancel_order", text: "顾客已同意取消整单" },
  ],
  markSoldOut: "同时把这些菜品设为售罄",
  submit: "提交",
  done: {
    contact: "已通知顾客，等待答复",
    remove: "已去掉并退款",
    cancel_order: "已取消整单并退款",
  } satisfies Record<SoldoutPolicy, string>,
} as const;
