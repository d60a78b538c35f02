/** UI copy of the list of the chain's orders. */
export const orderListMessages = {
  note: (days: number, daysMax: number) => `默认显示最近 ${days} 天，一次最多查看 ${daysMax} 天`,
  failed: "获取订单失败",
  empty: "这几天还没有订单",
  noneFound: "没有符合条件的订单",
  search: "完整的订单编号",
  anyState: "全部状态",
  anyType: "全部服务",
  customer: "顾客",
  booked: (at: string) => `预约 ${at}`,
  refunded: (amount: string) => `已退 ${amount}`,
  columns: {
    order: "订单",
    at: "下单时间",
    restaurant: "门店",
    type: "服务",
    state: "状态",
    who: "顾客",
    money: "实付",
  },
} as const;
