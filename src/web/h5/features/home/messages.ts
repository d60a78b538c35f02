/** Messages of the home page, separate so that `/` does not download those of all other pages. */
export const homeMessages = {
  greetings: { morning: "早上好", noon: "中午好", afternoon: "下午好", evening: "晚上好", night: "夜深了" },
  appetite: "今天想吃点什么？",
  locate: "点击定位",
  takeaway: "外卖",
  takeawayHint: "热乎送到家",
  pickup: "到店自取",
  pickupHint: "下单免排队",
  dineIn: "堂食",
  dineInHint: "入座慢慢吃",
  nearest: "离您最近的店",
  recommended: "推荐门店",
  storeFailed: "获取餐厅信息失败",
  soon: "即将开业",
  soonText: "门店正在筹备，很快与您见面",
} as const;
