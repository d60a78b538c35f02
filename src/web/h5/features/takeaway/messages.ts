/** Messages of the introduction to delivery. */
export const takeawayMessages = {
  start: "开始点餐",
  slogan: ["附近门店现做", "热乎送到家"],
  steps: ["选好收货地址", "挑喜欢的菜", "下单等开饭"],
  delivery: "约30-45分钟送达",
  minimum: "满20元起送",
  free: "满50元免配送费",
} as const;
