/** Messages of the introduction to delivery. */
export const takeawayMessages = {
  start: "开始点餐",
  slogan: ["附近门店现做", "热乎送到家"],
  steps: ["选好收货地址", "挑喜欢的菜", "下单等开饭"],
  facts: ["附近门店配送", "送达时间以门店为准", "起送价和配送费在菜单上"],
} as const;
